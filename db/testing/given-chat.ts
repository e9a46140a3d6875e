import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { claimKey, schema } from "../index.ts";
import { givenContact, givenTicket, testDatabase } from "./given.ts";

const { connections, messages, tickets } = schema;
type MessageRow = typeof messages.$inferSelect;
type NewMessage = Partial<typeof messages.$inferInsert>;

/** The present of the tests that use these functions. */
export const NOW = new Date("2026-03-08T12:00:00Z");
export const at = (ms: number): Date => new Date(NOW.getTime() + ms);

/** The values of a message that the channel has. */
export const accepted = { sendAfter: null, ack: 1, acceptedAt: NOW } as const;

let clock = 0;

/** Creates a connection of a company. */
export async function givenConnection(
  companyId: string,
  values: Partial<typeof connections.$inferInsert> = {},
): Promise<string> {
  const id = randomUUID();
  await testDatabase().company(companyId, async (tx) => {
    await tx.insert(connections).values({ companyId, id, name: `Loja ${id}`, status: "CONNECTED", ...values });
    if (values.tokenHash) await claimKey(tx, { companyId, kind: "token", key: values.tokenHash, rowId: id });
  });
  return id;
}

/**
 * Creates a contact with an open ticket on a connection. `write` adds a message of ours that is due and that no attempt
 * was made to send; the messages of a test file are ordered as written.
 */
export async function givenChat(companyId: string, connectionId: string) {
  const contact = await givenContact({ companyId });
  const chatKey = `${contact.number}@s.whatsapp.net`;
  const ticket = await givenTicket({ companyId, connectionId, contactId: contact.id, status: "open" });
  const place = { companyId, connectionId, contactId: contact.id, ticketId: ticket.id };
  return {
    contact,
    chatKey,
    ticketId: ticket.id,
    async write(message: NewMessage = {}): Promise<string> {
      const id = randomUUID();
      clock += 1;
      const values = { ...place, id, fromMe: true, seq: clock, createdAt: at(clock), sendAfter: NOW, ...message };
      await testDatabase().company(companyId, (tx) => tx.insert(messages).values(values));
      return id;
    },
  };
}

export async function messageOf(companyId: string, id: string): Promise<MessageRow> {
  const [row] = await testDatabase().company(companyId, (tx) => tx.select().from(messages).where(eq(messages.id, id)));
  if (!row) throw new Error("no message");
  return row;
}

export async function ticketOf(companyId: string, id: string): Promise<typeof tickets.$inferSelect> {
  const [row] = await testDatabase().company(companyId, (tx) => tx.select().from(tickets).where(eq(tickets.id, id)));
  if (!row) throw new Error("no ticket");
  return row;
}
