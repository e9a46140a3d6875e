import { and, desc, eq, or } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import {
  type Address,
  addressKey,
  channelAddresses,
  findOrCreateContact,
  isAddress,
  removeAddresses,
  saveContact,
} from "../contacts/index.ts";
import { recordEvent } from "../tickets/index.ts";

const { contactAddresses, tickets } = schema;

/** The former and the new address. */
export type NumberChange = { from: { lid?: string; phone?: string }; to: { lid?: string; phone?: string } };

/**
 * Changes a contact's number: the conversation continues with the same contact. A contact with the new number is the
 * same person and is merged. The former number is given up, because its next owner is someone else. Idempotent.
 */
export async function changeNumber(ctx: DeskContext, { from, to }: NumberChange): Promise<void> {
  const [left, kept] = [channelAddresses(from), channelAddresses(to)];
  const known = await ctx.db
    .select({ contactId: contactAddresses.contactId, kind: contactAddresses.kind, address: contactAddresses.address })
    .from(contactAddresses)
    .where(and(eq(contactAddresses.companyId, ctx.companyId), or(...left.map(isAddress))));
  if (known.length === 0 || kept.length === 0) return;
  const contact = await findOrCreateContact(ctx, { addresses: [...unlike(known, kept), ...kept] });
  await removeAddresses(ctx, contact.id, unlike(left, kept));
  if (!to.phone || to.phone === contact.number) return;
  // A contact named by its former number is renamed to the new one.
  const name = /^\d*$/.test(contact.name) ? to.phone : contact.name;
  await saveContact(ctx, contact, { name, number: to.phone });
  const ticketId = await lastTicketOf(ctx, contact.id);
  const numbers = { from: from.phone ?? contact.number, to: to.phone };
  if (ticketId) await recordEvent(ctx, ticketId, "numberChanged", { numbers });
}

const unlike = <A extends Address>(some: readonly A[], others: readonly Address[]): A[] =>
  some.filter((one) => !others.some((other) => other.kind === one.kind && addressKey(other) === addressKey(one)));

async function lastTicketOf(ctx: DeskContext, contactId: string): Promise<string | undefined> {
  const [last] = await ctx.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.contactId, contactId)))
    .orderBy(desc(tickets.lastMessageAt))
    .limit(1);
  return last?.id;
}
