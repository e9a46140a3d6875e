import { and, desc, eq, or } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import { searchable } from "../../sync/contracts/tickets.ts";
import { type ContactRow, channelAddresses, findOrCreateContact, phoneMatchKey } from "../contacts/index.ts";
import type { DeskContext } from "../context.ts";
import { recordEvent } from "../tickets/index.ts";

const { contacts, contactAddresses, tickets } = schema;

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
  const given = unlike(left, kept);
  if (given.length > 0)
    await ctx.db
      .delete(contactAddresses)
      .where(
        and(
          eq(contactAddresses.companyId, ctx.companyId),
          eq(contactAddresses.contactId, contact.id),
          or(...given.map(isAddress)),
        ),
      );
  if (!to.phone || to.phone === contact.number) return;
  await rename(ctx, contact, to.phone);
  const ticketId = await lastTicketOf(ctx, contact.id);
  const numbers = { from: from.phone ?? contact.number, to: to.phone };
  if (ticketId) await recordEvent(ctx, ticketId, "numberChanged", { numbers });
}

type Known = { kind: (typeof contactAddresses.$inferSelect)["kind"]; address: string };

const keyOf = ({ kind, address }: Known) => (kind === "phone" ? phoneMatchKey(address) : address);
const isAddress = (one: Known) => and(eq(contactAddresses.kind, one.kind), eq(contactAddresses.matchKey, keyOf(one)));

const unlike = <A extends Known>(some: readonly A[], others: readonly Known[]): A[] =>
  some.filter((one) => !others.some((other) => other.kind === one.kind && keyOf(other) === keyOf(one)));

/** A contact named by its former number is renamed to the new one. */
async function rename(ctx: DeskContext, contact: ContactRow, number: string): Promise<void> {
  const name = /^\d*$/.test(contact.name) ? number : contact.name;
  await ctx.db
    .update(contacts)
    .set({ number, name, search: searchable(name, number, contact.email), updatedAt: ctx.now })
    .where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, contact.id)));
}

async function lastTicketOf(ctx: DeskContext, contactId: string): Promise<string | undefined> {
  const [last] = await ctx.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.contactId, contactId)))
    .orderBy(desc(tickets.lastMessageAt))
    .limit(1);
  return last?.id;
}
