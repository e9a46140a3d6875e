import { and, eq, inArray } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { AddressKind } from "../../sync/contracts/contacts.ts";
import type { DeskContext } from "../context.ts";
import { DomainError } from "../domain-error.ts";

const { contacts, contactAddresses } = schema;

export type ContactRow = typeof contacts.$inferSelect;

const one = (ctx: DeskContext, id: string) => and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, id));

/** The contact, or the one it turned out to be. */
export async function requireContact(ctx: DeskContext, id: string): Promise<ContactRow> {
  let [contact] = await ctx.db.select().from(contacts).where(one(ctx, id));
  while (contact?.mergedIntoId) [contact] = await ctx.db.select().from(contacts).where(one(ctx, contact.mergedIntoId));
  if (!contact) throw new DomainError("ERR_NO_CONTACT_FOUND", { id });
  return contact;
}

/**
 * The contacts, or those they turned out to be, locked until the transaction ends. Whoever opens a ticket for a
 * contact or merges it takes this lock first. Everybody locks the greatest id first; a contact is only ever merged
 * into one with a smaller id, so following a redirect keeps to that order, and nobody waits in a circle.
 */
export async function lockContacts(ctx: DeskContext, ids: readonly string[]): Promise<ContactRow[]> {
  const waiting = new Set(ids);
  const locked: ContactRow[] = [];
  while (waiting.size > 0) {
    const greatest = [...waiting].sort().at(-1) as string;
    waiting.delete(greatest);
    const [contact] = await ctx.db.select().from(contacts).where(one(ctx, greatest)).for("no key update");
    if (!contact) throw new DomainError("ERR_NO_CONTACT_FOUND", { id: greatest });
    if (contact.mergedIntoId) waiting.add(contact.mergedIntoId);
    else locked.push(contact);
  }
  return locked;
}

export async function lockContact(ctx: DeskContext, id: string): Promise<ContactRow> {
  const [contact] = await lockContacts(ctx, [id]);
  if (!contact) throw new DomainError("ERR_NO_CONTACT_FOUND", { id });
  return contact;
}

/** Everything the contacts can be reached by. */
export async function addressesOf(
  ctx: DeskContext,
  contactIds: readonly string[],
): Promise<{ contactId: string; kind: AddressKind; address: string }[]> {
  if (contactIds.length === 0) return [];
  return ctx.db
    .select({ contactId: contactAddresses.contactId, kind: contactAddresses.kind, address: contactAddresses.address })
    .from(contactAddresses)
    .where(and(eq(contactAddresses.companyId, ctx.companyId), inArray(contactAddresses.contactId, [...contactIds])));
}
