import { uuidv7 } from "uuidv7";
import { commandRow } from "../../../contracts/commands/index.ts";
import type { OutboxDatabase } from "../local/databases.ts";
import { moveUnsent } from "../local/unsent.ts";
import { isStopped, laneOf, type OutboxRecord, ticketOf } from "./entry.ts";

/**
 * Sends a refused command again under a new id, because the server repeats its answer to a known id. Later commands
 * that refer to a refused creation, and edits and quotes of a refused message, follow to the new id; so do
 * everything begun in a ticket and its screen. Returns the new id.
 */
export function retryCommand(database: OutboxDatabase, id: string, at: string): Promise<string> {
  const { outbox, drafts, moved } = database;
  return database.transaction("rw", database.tables, async () => {
    const record = await outbox.where("id").equals(id).first();
    if (!record || !isStopped(record)) return id;
    const newId = uuidv7();
    await outbox.put(repeated(record, newId));
    if (record.type === "ticket.create") {
      const draft = await drafts.get(id);
      if (draft) await drafts.put({ ...draft, ticketId: newId });
      await drafts.delete(id);
      await moveUnsent(database, id, newId);
      await moved.put({ id, to: newId, at, draft: "", messages: [], other: null, isSeen: true });
    }
    if (commandRow(record.type).creates) {
      for (const other of await outbox.toArray()) {
        const followed = withNewId(other, id, newId);
        if (followed) await outbox.put(followed);
      }
    }
    return newId;
  });
}

/** Returns the command as a new one; of a held reply, without the message that its author had seen last. */
export function repeated(record: OutboxRecord, newId: string): OutboxRecord {
  const again = { ...record, id: newId, state: "waiting", tries: 0, error: null } as OutboxRecord;
  if (again.type === "message.send" && record.state === "held") {
    again.payload = { ...again.payload, seenMessageId: null };
  }
  return withLane(again);
}

/** Returns the command with the new id in its payload; null when it does not name the old one. */
export function withNewId(record: OutboxRecord, oldId: string, newId: string): OutboxRecord | null {
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced);
    return value === oldId ? newId : value;
  };
  const payload = Object.fromEntries(Object.entries(record.payload).map(([key, value]) => [key, replaced(value)]));
  if (JSON.stringify(payload) === JSON.stringify(record.payload)) return null;
  return withLane({ ...record, payload } as OutboxRecord);
}

function withLane(record: OutboxRecord): OutboxRecord {
  return { ...record, lane: laneOf(record), ticketId: ticketOf(record) };
}
