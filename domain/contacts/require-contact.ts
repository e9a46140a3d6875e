import { and, eq, inArray } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { AddressKind } from "../../sync/contracts/contacts.ts";
import type { DeskContext } from "../context.ts";
import { DomainError } from "../domain-error.ts";

const { contacts, contactAddresses } = schema;

export type ContactRow = typeof contacts.$inferSelect;

/** Contacts that are merged into each other in turn are followed at most this far. */
const MAX_REDIRECTS = 8;

async function follow(id: string, load: (id: string) => Promise<ContactRow | undefined>): Promise<ContactRow> {
  let contact = await load(id);
  for (let hop = 0; contact?.mergedIntoId && hop < MAX_REDIRECTS; hop++) contact = await load(contact.mergedIntoId);
  if (!contact || contact.mergedIntoId) throw new DomainError("ERR_NO_CONTACT_FOUND", { id });
  return contact;
}

/** The contact, or the one it turned out to be. */
export function requireContact(ctx: DeskContext, id: string): Promise<ContactRow> {
  return follow(id, async (wanted) => {
    const [row] = await ctx.db
      .select()
      .from(contacts)
      .where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, wanted)));
    return row;
  });
}

/** The same, locked until the transaction ends. Whoever opens a ticket for a contact or merges it takes this lock first. */
export function lockContact(ctx: DeskContext, id: string): Promise<ContactRow> {
  return follow(id, async (wanted) => {
    const [row] = await ctx.db
      .select()
      .from(contacts)
      .where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, wanted)))
      .for("no key update");
    return row;
  });
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
