import { and, eq, or, sql } from "drizzle-orm";
import { searchable } from "../../../contracts/search-text.ts";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { phoneMatchKey } from "../contacts/index.ts";
import type { MergeRow } from "./undo-merge.ts";

const { campaignRecipients, contacts, contactAddresses, contactFields, schedules } = schema;

/** Restores the other contact with its addresses, extra fields and schedules. */
export async function giveBackContact(ctx: Context, merge: MergeRow): Promise<void> {
  const { companyId } = ctx;
  await ctx.db
    .update(schedules)
    .set({ contactId: merge.goneId })
    .where(
      and(
        eq(schedules.companyId, companyId),
        eq(schedules.contactId, merge.keptId),
        isAnyOf(schedules.id, merge.scheduleIds),
      ),
    );
  await giveBackAddresses(ctx, merge);
  await giveBackRecipients(ctx, merge);
  await giveBackFields(ctx, merge);
  await ctx.db
    .update(contacts)
    .set({ mergedIntoId: null, updatedAt: ctx.now })
    .where(and(eq(contacts.companyId, companyId), eq(contacts.id, merge.goneId)));
  await restoreFace(ctx, merge);
}

/** Includes addresses reported since together with one of them. An address given up meanwhile is taken again. */
async function giveBackAddresses(ctx: Context, merge: MergeRow): Promise<void> {
  const ids = new Set(merge.addresses.map(({ id }) => id));
  const learned = await ctx.db
    .select({ id: contactAddresses.id, with: contactAddresses.reportedWithId })
    .from(contactAddresses)
    .where(and(eq(contactAddresses.companyId, ctx.companyId), eq(contactAddresses.contactId, merge.keptId)))
    .orderBy(contactAddresses.id);
  for (const address of learned) if (address.with && ids.has(address.with)) ids.add(address.id);
  await ctx.db
    .update(contactAddresses)
    .set({ contactId: merge.goneId })
    .where(
      and(
        eq(contactAddresses.companyId, ctx.companyId),
        eq(contactAddresses.contactId, merge.keptId),
        isAnyOf(contactAddresses.id, [...ids]),
      ),
    );
  if (merge.addresses.length === 0) return;
  const given = merge.addresses.map((address) => ({
    ...address,
    contactId: merge.goneId,
    createdAt: new Date(address.createdAt),
  }));
  await ctx.db.insert(contactAddresses).values(given).onConflictDoNothing();
}

/** A campaign's recipient belongs to the contact that has its address. */
async function giveBackRecipients(ctx: Context, { keptId, goneId }: MergeRow): Promise<void> {
  const addresses = ctx.db
    .select({ kind: contactAddresses.kind, matchKey: contactAddresses.matchKey })
    .from(contactAddresses)
    .where(and(eq(contactAddresses.companyId, ctx.companyId), eq(contactAddresses.contactId, goneId)));
  await ctx.db
    .update(campaignRecipients)
    .set({ contactId: goneId })
    .where(
      and(
        eq(campaignRecipients.companyId, ctx.companyId),
        eq(campaignRecipients.contactId, keptId),
        sql`(${campaignRecipients.kind}, ${campaignRecipients.matchKey}) in (${addresses})`,
      ),
    );
}

/** Saving a contact rewrites its fields: one with equal content that was not its own before is the moved one. */
async function giveBackFields(ctx: Context, { keptId, goneId, fields, ownFields }: MergeRow): Promise<void> {
  if (fields.length === 0) return;
  const of = (id: string) => and(eq(contactFields.companyId, ctx.companyId), eq(contactFields.contactId, id));
  const present = await ctx.db.select().from(contactFields).where(of(keptId));
  type Field = { name: string; value: string };
  const same = (a: Field) => (b: Field) => a.name === b.name && a.value === b.value;
  const moved = fields.flatMap((field) => {
    const found =
      present.find(({ id }) => id === field.id) ?? (ownFields.some(same(field)) ? null : present.find(same(field)));
    return found ? [found.id] : [];
  });
  if (moved.length > 0) await ctx.db.delete(contactFields).where(and(of(keptId), isAnyOf(contactFields.id, moved)));
  await ctx.db.insert(contactFields).values(fields.map((field) => ({ ...field, contactId: goneId })));
}

/**
 * Restores name, number and other values that the merge changed on the kept contact, unless someone changed them
 * since.
 */
async function restoreFace(ctx: Context, { keptId, goneId, before, after }: MergeRow): Promise<void> {
  const [present] = await ctx.db
    .select()
    .from(contacts)
    .where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, keptId)));
  if (!present) throw new Error("a locked contact is gone");
  const back = <K extends keyof schema.ContactFace>(key: K): schema.ContactFace[K] =>
    present[key] === after[key] ? before[key] : present[key];
  // A channel may have reported another spelling of the number.
  const isSameNumber = phoneMatchKey(present.number) === phoneMatchKey(after.number);
  const isOwnNumber = phoneMatchKey(present.number) === phoneMatchKey(before.number);
  const number = isSameNumber && !isOwnNumber ? before.number : present.number;
  const face = {
    name: back("name"),
    number: await ownNumber(ctx, goneId, number, before.number),
    email: back("email"),
  };
  await ctx.db
    .update(contacts)
    .set({
      ...face,
      profilePicUrl: back("profilePicUrl"),
      isActive: back("isActive"),
      disableBot: back("disableBot"),
      search: searchable(face.name, face.number, face.email),
      updatedAt: ctx.now,
    })
    .where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, keptId)));
}

/** Never the number of the other contact. */
async function ownNumber(ctx: Context, goneId: string, number: string, before: string): Promise<string> {
  if (number === "" || number === before) return number;
  const [held] = await ctx.db
    .select({ id: contactAddresses.id })
    .from(contactAddresses)
    .where(
      and(
        eq(contactAddresses.companyId, ctx.companyId),
        eq(contactAddresses.contactId, goneId),
        eq(contactAddresses.kind, "phone"),
        or(eq(contactAddresses.matchKey, phoneMatchKey(number)), eq(contactAddresses.address, number)),
      ),
    )
    .limit(1);
  return held ? before : number;
}
