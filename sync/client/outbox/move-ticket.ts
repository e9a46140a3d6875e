import * as v from "valibot";
import { commandRow } from "../../../contracts/commands/index.ts";
import { OtherOpenTicket } from "../../../contracts/desk/tickets.ts";
import type { MovedTicket, OutboxDatabase } from "../local/databases.ts";
import { moveUnsent } from "../local/unsent.ts";
import type { OutboxRecord } from "./entry.ts";
import { withNewId } from "./retry.ts";

/** Content that a person created in a conversation. Commands that change its state do not move with it. */
const goesAlong = ({ type }: OutboxRecord) => commandRow(type).goesAlong ?? false;

/** Returns the ticket that exists already, when that is why a creation was refused. */
export function otherOpenTicket(record: OutboxRecord, error: OutboxRecord["error"]): OtherOpenTicket | null {
  if (record.type !== "ticket.create" || error?.code !== "ERR_OTHER_OPEN_TICKET") return null;
  const details = v.safeParse(OtherOpenTicket, error.details);
  return details.success ? details.output : null;
}

/**
 * Moves everything of a ticket that was created here to the one that the contact already has, and removes the creation.
 * Where the user may only read that one, texts are kept as `messages` and the rest stays refused. Where the user may not
 * see it, the creation stays refused and the texts become the draft of the ticket that was created here.
 */
export function moveToOther(database: OutboxDatabase, creation: OutboxRecord, other: OtherOpenTicket, at: string) {
  const { outbox, drafts, moved } = database;
  return database.transaction("rw", database.tables, async () => {
    const error = { code: "ERR_OTHER_OPEN_TICKET", details: other };
    const followers = (await outbox.orderBy("order").toArray()).filter(
      (record) => record.ticketId === creation.id && record.id !== creation.id,
    );
    for (const record of followers) if (!goesAlong(record)) await outbox.delete(record.order);
    const kept = followers.filter(goesAlong);
    const texts = other.canAnswer ? [] : kept.filter(isOnlyText);
    await outbox.bulkDelete(texts.map(({ order }) => order));
    const messages = texts.map(textOf);
    const draft = (await drafts.get(creation.id))?.text ?? "";
    if (!other.canSee) {
      await outbox.update(creation.order, { state: "refused", error });
      const kept = messages.filter(Boolean).join("\n\n");
      const text = [kept, draft].filter(Boolean).join("\n\n");
      if (text) await drafts.put({ ticketId: creation.id, text, updatedAt: at, ...(kept && { kept }) });
      return;
    }
    for (const record of kept.filter((each) => !texts.includes(each))) {
      const there = withNewId(record, creation.id, other.ticketId);
      if (there) await outbox.put(other.canAnswer ? there : ({ ...there, state: "refused", error } as OutboxRecord));
    }
    await outbox.delete(creation.order);
    await drafts.delete(creation.id);
    await moveUnsent(database, creation.id, other.ticketId);
    await moved.put({ id: creation.id, to: other.ticketId, at, draft, messages, other, isSeen: false });
  });
}

const isOnlyText = ({ type, file, payload }: OutboxRecord) =>
  type === "message.send" && !file && !("fileId" in payload && payload.fileId) && textIn(payload) !== "";

const textIn = (payload: object) => ("body" in payload && typeof payload.body === "string" ? payload.body : "");
const textOf = ({ payload }: OutboxRecord) => textIn(payload).replace(/^\*[^*\n]+:\*\n/, "");

const Duplicate = v.object({ contactId: v.string(), name: v.string() });

/** Returns the contact that has the number already, when that is why a contact's creation was refused. */
export function otherContact(record: OutboxRecord, error: OutboxRecord["error"]) {
  if (record.type !== "contact.create" || error?.code !== "ERR_DUPLICATED_CONTACT") return null;
  const details = v.safeParse(Duplicate, error.details);
  return details.success ? details.output : null;
}

/**
 * Lets the commands about a contact that was created here name the one that has the number already. Returns false when
 * no command does: then the refusal is the answer to the user's form.
 */
export function nameOtherContact(
  database: OutboxDatabase,
  creation: OutboxRecord,
  other: { contactId: string; name: string },
): Promise<boolean> {
  const { outbox } = database;
  return database.transaction("rw", outbox, async () => {
    let isUsed = false;
    for (const record of await outbox.toArray()) {
      const named = record.id === creation.id ? null : withNewId(record, creation.id, other.contactId);
      if (!named) continue;
      isUsed = true;
      const known = { contactName: other.name, contactNumber: numberIn(creation) };
      await outbox.put(
        named.type === "ticket.create"
          ? ({ ...named, payload: { ...named.payload, ...known } } as OutboxRecord)
          : named,
      );
    }
    if (isUsed) await outbox.delete(creation.order);
    return isUsed;
  });
}

const numberIn = ({ payload }: OutboxRecord) => ("number" in payload ? String(payload.number) : "");

/** Returns the ticket that commands and drafts of this one belong to now. */
export async function movedTo({ moved }: Pick<OutboxDatabase, "moved">, ticketId: string): Promise<MovedTicket | null> {
  let last: MovedTicket | null = null;
  for (let next = await moved.get(ticketId); next && next.to !== last?.to; next = await moved.get(next.to)) last = next;
  return last;
}
