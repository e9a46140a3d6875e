import { and, desc, eq, isNotNull } from "drizzle-orm";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { messages, contacts, contactAddresses } = schema;

export type Reach = { lid?: string; phone?: string; facebook?: string; instagram?: string; group?: string };
type Sent = { contactId: string; ticketId: string };
type Known = { contactId: string; number: string; kind: string; address: string };

/**
 * Returns each message's destination among its contact's addresses. A merged contact may have several of a kind: then
 * the one from which the last message of the conversation came, otherwise the displayed number.
 */
export async function reachOf<M extends Sent>(ctx: DeskContext, sent: readonly M[]): Promise<Map<M, Reach>> {
  const byContact = Map.groupBy(
    await knownAddresses(
      ctx,
      sent.map(({ contactId }) => contactId),
    ),
    ({ contactId }) => contactId,
  );
  const isDoubled = (known: readonly Known[]) => new Set(known.map(({ kind }) => kind)).size < known.length;
  const doubled = sent.filter(({ contactId }) => isDoubled(byContact.get(contactId) ?? []));
  const lastChats = await lastChatsOf(
    ctx,
    doubled.map(({ ticketId }) => ticketId),
  );
  return new Map(
    sent.map((message) => {
      const known = byContact.get(message.contactId) ?? [];
      if (!isDoubled(known)) return [message, asReach(known)];
      const chat = lastChats.get(message.ticketId)?.split(/[@:]/)[0];
      const one =
        known.find(({ address }) => address === chat) ?? known.find(({ number, address }) => address === number);
      return [message, asReach(one ? [one] : known)];
    }),
  );
}

const asReach = (known: readonly Known[]): Reach =>
  Object.fromEntries(known.map(({ kind, address }) => [kind, address]));

function knownAddresses(ctx: DeskContext, contactIds: readonly string[]): Promise<Known[]> {
  return ctx.db
    .select({
      contactId: contacts.id,
      number: contacts.number,
      kind: contactAddresses.kind,
      address: contactAddresses.address,
    })
    .from(contacts)
    .innerJoin(
      contactAddresses,
      and(eq(contactAddresses.companyId, contacts.companyId), eq(contactAddresses.contactId, contacts.id)),
    )
    .where(and(eq(contacts.companyId, ctx.companyId), isAnyOf(contacts.id, contactIds)))
    .orderBy(contactAddresses.id);
}

async function lastChatsOf(ctx: DeskContext, ticketIds: readonly string[]): Promise<Map<string, string>> {
  const chats = new Map<string, string>();
  for (const ticketId of new Set(ticketIds)) {
    const [last] = await ctx.db
      .select({ chatKey: messages.chatKey })
      .from(messages)
      .where(
        and(
          eq(messages.companyId, ctx.companyId),
          eq(messages.ticketId, ticketId),
          eq(messages.fromMe, false),
          isNotNull(messages.chatKey),
        ),
      )
      .orderBy(desc(messages.createdAt), desc(messages.seq), desc(messages.id))
      .limit(1);
    if (last?.chatKey) chats.set(ticketId, last.chatKey);
  }
  return chats;
}
