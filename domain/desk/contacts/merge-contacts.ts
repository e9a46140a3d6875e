import { and, eq, max, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { searchable } from "../../../contracts/search-text.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { moveToContact } from "../ticket-rows/index.ts";
import { joinOpenTickets } from "./join-tickets.ts";
import type { ContactRow } from "./require-contact.ts";

const { campaignRecipients, contacts, contactAddresses, contactFields, contactMerges, messages, schedules } = schema;

/** The contact whose name, number and e-mail win, and the user who requested the merge. */
export type MergeWish = { leadingId?: string; userId?: string };

/**
 * Merges two contacts of the same person; both are locked. The one with the smaller id stays, because the lock order
 * depends on it; the other becomes a redirect. Everything that moves is recorded for undo. Returns the remaining
 * contact.
 */
export async function mergeContacts(
  ctx: DeskContext,
  a: ContactRow,
  b: ContactRow,
  { leadingId, userId }: MergeWish = {},
): Promise<ContactRow> {
  const [kept, gone] = a.id < b.id ? [a, b] : [b, a];
  const joined = await joinOpenTickets(ctx, kept, gone);
  const moved = await moveAll(ctx, gone.id, kept.id);
  const fields = await moveFields(ctx, gone.id, kept.id);
  await ctx.db
    .update(contacts)
    .set({ mergedIntoId: kept.id, updatedAt: ctx.now })
    .where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, gone.id)));
  const face = leadingId === gone.id ? faceOf(gone, kept) : faceOf(kept, gone);
  const [merged] = await ctx.db
    .update(contacts)
    .set({ ...face, updatedAt: ctx.now })
    .where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, kept.id)))
    .returning();
  if (!merged) throw new Error("a locked contact is gone");
  await ctx.db.insert(contactMerges).values({
    companyId: ctx.companyId,
    id: uuidv7(),
    keptId: kept.id,
    goneId: gone.id,
    place: await nextPlace(ctx, kept.id),
    userId: userId ?? null,
    before: pickFace(kept),
    after: face,
    joined: asJson<schema.JoinedTicket[]>(joined),
    ...moved,
    ...fields,
    createdAt: ctx.now,
  });
  return merged;
}

async function moveAll(ctx: DeskContext, fromId: string, toId: string) {
  const { companyId, db } = ctx;
  const ofTickets = await moveToContact(ctx, fromId, toId);
  const ofMessages = await db
    .update(messages)
    .set({ contactId: toId })
    .where(and(eq(messages.companyId, companyId), eq(messages.contactId, fromId)))
    .returning({ id: messages.id });
  const ofSchedules = await db
    .update(schedules)
    .set({ contactId: toId })
    .where(and(eq(schedules.companyId, companyId), eq(schedules.contactId, fromId)))
    .returning({ id: schedules.id });
  await db
    .update(campaignRecipients)
    .set({ contactId: toId })
    .where(and(eq(campaignRecipients.companyId, companyId), eq(campaignRecipients.contactId, fromId)));
  const ofAddresses = await db
    .update(contactAddresses)
    .set({ contactId: toId })
    .where(and(eq(contactAddresses.companyId, companyId), eq(contactAddresses.contactId, fromId)))
    .returning();
  return {
    tickets: asJson<(typeof contactMerges.$inferSelect)["tickets"]>(ofTickets),
    messageIds: ofMessages.map(({ id }) => id),
    scheduleIds: ofSchedules.map(({ id }) => id),
    addresses: asJson<(typeof contactMerges.$inferSelect)["addresses"]>(ofAddresses),
  };
}

/** The other contact's extra fields come after its own. */
async function moveFields(ctx: DeskContext, fromId: string, toId: string) {
  const of = (contactId: string) =>
    and(eq(contactFields.companyId, ctx.companyId), eq(contactFields.contactId, contactId));
  const fields = await ctx.db.select().from(contactFields).where(of(fromId)).orderBy(contactFields.position);
  const ownFields = await ctx.db
    .select({ name: contactFields.name, value: contactFields.value })
    .from(contactFields)
    .where(of(toId));
  await ctx.db
    .update(contactFields)
    .set({ contactId: toId, position: sql`${contactFields.position} + 1000` })
    .where(of(fromId));
  return { fields, ownFields };
}

/** Values of the leading contact, and where it has none, of the other. */
function faceOf(leading: ContactRow, other: ContactRow): schema.ContactFace {
  const isUnnamed = /^\d*$/.test(leading.name);
  const name = isUnnamed ? other.name : leading.name;
  const number = leading.number || other.number;
  const email = leading.email || other.email;
  return {
    name,
    number,
    email,
    profilePicUrl: leading.profilePicUrl || other.profilePicUrl,
    // Blocked if either was blocked.
    isActive: leading.isActive && other.isActive,
    disableBot: leading.disableBot || other.disableBot,
    search: searchable(name, number, email),
  };
}

function pickFace(contact: ContactRow): schema.ContactFace {
  const { name, number, email, profilePicUrl, isActive, disableBot, search } = contact;
  return { name, number, email, profilePicUrl, isActive, disableBot, search };
}

async function nextPlace(ctx: DeskContext, keptId: string): Promise<number> {
  const [last] = await ctx.db
    .select({ place: max(contactMerges.place) })
    .from(contactMerges)
    .where(and(eq(contactMerges.companyId, ctx.companyId), eq(contactMerges.keptId, keptId)));
  return (last?.place ?? 0) + 1;
}

/** Dates become text, as in the column. */
const asJson = <T>(rows: object[]): T => JSON.parse(JSON.stringify(rows));
