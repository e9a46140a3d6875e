import { randomUUID } from "node:crypto";
import { openSequencer, schema } from "../../../db/index.ts";
import { type GivenAgent, testDatabase } from "../../../db/testing/given.ts";
import { compareMessages, type MessageRow, THREAD_TAIL } from "../../contracts/messages.ts";
import type { Checkpoint, CollectionName } from "../../contracts/sync.ts";
import { pull } from "../pull.ts";

export const sequencer = openSequencer(testDatabase());

type Held = { id: string; rev: number; _deleted?: true; messages?: MessageRow[]; whole?: boolean };

/** A device that keeps what it pulls, as simply as can be. */
export function givenDevice(actor: GivenAgent, collection: CollectionName) {
  const held = new Map<string, Held>();
  let checkpoint: Checkpoint | undefined;
  return {
    held,
    get checkpoint() {
      return checkpoint;
    },
    /** Pulls until nothing new comes; answers what came. */
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
    /** Lets go of everything, as a device does whose person may see other things than before. */
    forget() {
      held.clear();
      checkpoint = undefined;
    },
    startFrom(next: Checkpoint) {
      checkpoint = next;
    },
  };
}

/** Rows of a thread that come alone go in among those that are there. */
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
  // As every writer does it: the database's own clock has microseconds, which no device could sort by.
  const createdAt = new Date();
  const given = { id: randomUUID(), fromMe: false, body: "Bom dia!", createdAt, ...message };
  await testDatabase().company(given.companyId, (tx) =>
    tx.insert(schema.messages).values({ ticketId: ticket.id, contactId: ticket.contactId, ...given }),
  );
  return given;
}
