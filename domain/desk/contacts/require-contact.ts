import { and, eq, inArray } from "drizzle-orm";
import type { AddressKind } from "../../../contracts/desk/contacts.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { prepareOnce, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { contacts, contactAddresses } = schema;

export type ContactRow = typeof contacts.$inferSelect;

const one = (ctx: DeskContext, id: string) => and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, id));

/** Returns the contact, or the one it was merged into. */
export async function requireContact(ctx: DeskContext, id: string): Promise<ContactRow> {
  let [contact] = await ctx.db.select().from(contacts).where(one(ctx, id));
  while (contact?.mergedIntoId) [contact] = await ctx.db.select().from(contacts).where(one(ctx, contact.mergedIntoId));
  if (!contact) throw new DomainError("ERR_NO_CONTACT_FOUND", { id });
  return contact;
}

/**
 * Locks the contacts, or those they were merged into, until the transaction ends. Opening a ticket and merging take
 * this lock first. Lock order is descending id; a contact is merged only into one with a smaller id, so following a
 * redirect keeps the order and no deadlock occurs.
 */
export async function lockContacts(ctx: DeskContext, ids: readonly string[]): Promise<ContactRow[]> {
  const waiting = new Set(ids);
  const locked: ContactRow[] = [];
  while (waiting.size > 0) {
    const greatest = [...waiting].sort().at(-1) as string;
    waiting.delete(greatest);
    const [contact] = await lockOne(ctx.db, { companyId: ctx.companyId, id: greatest });
    if (!contact) throw new DomainError("ERR_NO_CONTACT_FOUND", { id: greatest });
    if (contact.mergedIntoId) waiting.add(contact.mergedIntoId);
    else locked.push(contact);
  }
  return locked;
}

const lockOne = prepareOnce((db, param) =>
  db
    .select()
    .from(contacts)
    .where(and(eq(contacts.companyId, param("companyId")), eq(contacts.id, param("id"))))
    .for("no key update"),
);

export async function lockContact(ctx: DeskContext, id: string): Promise<ContactRow> {
  const [contact] = await lockContacts(ctx, [id]);
  if (!contact) throw new DomainError("ERR_NO_CONTACT_FOUND", { id });
  return contact;
}

/** Returns all addresses of the contacts. */
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
