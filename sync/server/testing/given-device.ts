import { randomUUID } from "node:crypto";
import { compareMessages, type MessageRow, THREAD_TAIL } from "../../../contracts/desk/messages.ts";
import type { Checkpoint, CollectionName } from "../../../contracts/sync.ts";
import { openSequencer, schema } from "../../../db/index.ts";
import { type GivenAgent, testDatabase } from "../../../db/testing/given.ts";
import { pull } from "../pull.ts";

export const sequencer = openSequencer(testDatabase());

type Held = { id: string; rev: number; _deleted?: true; messages?: MessageRow[]; whole?: boolean };

/** A minimal device that keeps what it pulls. */
export function givenDevice(actor: GivenAgent, collection: CollectionName) {
  const held = new Map<string, Held>();
  let checkpoint: Checkpoint | undefined;
  return {
    held,
    get checkpoint() {
      return checkpoint;
    },
    /** Pulls until nothing new comes; returns everything that came. */
    async pull(limit = 50, as = actor) {
      const came: Held[] = [];
      for (;;) {
        const page = await pull({ database: testDatabase(), sequencer }, as, { collection, checkpoint, limit });
        const isSame = JSON.stringify(page.checkpoint) === JSON.stringify(checkpoint);
        checkpoint = page.checkpoint;
        for (const document of page.documents as Held[]) {
          came.push(document);
          if (document._deleted) held.delete(document.id);
          else held.set(document.id, merged(held.get(document.id), document));
        }
        if (page.documents.length === 0 && isSame) return came;
      }
    },
    /** Drops everything, as a device does when its user's scope changes. */
    forget() {
      held.clear();
      checkpoint = undefined;
    },
    startFrom(next: Checkpoint) {
      checkpoint = next;
    },
  };
}

/** Merges single rows of a thread into the held ones. */
function merged(before: Held | undefined, update: Held): Held {
  if (update.whole !== false || !before?.messages) return update;
  const rows = new Map([...before.messages, ...(update.messages ?? [])].map((row) => [row.id, row]));
  const messages = [...rows.values()].toSorted(compareMessages).slice(-THREAD_TAIL);
  return { ...before, rev: update.rev, messages };
}

export async function givenMessage(
  ticket: { id: string; contactId: string },
  message: { companyId: string } & Partial<typeof schema.messages.$inferInsert>,
): Promise<{ id: string; body: string }> {
  // With millisecond precision, as every writer does: devices could not sort by the database's microseconds.
  const createdAt = new Date();
  const given = { id: randomUUID(), fromMe: false, body: "Bom dia!", createdAt, ...message };
  await testDatabase().company(given.companyId, (tx) =>
    tx.insert(schema.messages).values({ ticketId: ticket.id, contactId: ticket.contactId, ...given }),
  );
  return given;
}
