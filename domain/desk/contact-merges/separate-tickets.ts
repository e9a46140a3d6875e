import { and, eq } from "drizzle-orm";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { changeRow, restoreTicketRow, type TicketRow } from "../ticket-rows/index.ts";
import { divideUnread, livingState, revived, settleLast } from "./former-state.ts";

const { messages, ticketEvents, ticketNotes, ticketRatings, ticketTags, tags, drafts } = schema;
type Joined = schema.JoinedTicket;

/** Splits a joined ticket: the other contact's ticket as it was, and the remaining one with everything since. */
export async function separate(ctx: Context, goneId: string, into: TicketRow, joined: Joined): Promise<void> {
  const former = revived(joined.ticket);
  const { status, userId, closedAt } = into.status === "closed" ? into : former;
  const unread = divideUnread(into.unreadMessages, former.unreadMessages);
  const place = await livingState(ctx, { status, userId, queueId: former.queueId });
  await restoreTicketRow(ctx, { ...former, ...place, contactId: goneId, closedAt, unreadMessages: unread.former });
  await ctx.db
    .update(messages)
    .set({ ticketId: former.id, contactId: goneId })
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(messages.ticketId, into.id),
        isAnyOf(messages.id, joined.messageIds),
      ),
    );
  const parts = [
    [ticketEvents, joined.eventIds],
    [ticketRatings, joined.ratingIds],
    [ticketNotes, joined.noteIds],
  ] as const;
  for (const [table, ids] of parts)
    await ctx.db
      .update(table)
      .set({ ticketId: former.id })
      .where(and(eq(table.companyId, ctx.companyId), eq(table.ticketId, into.id), isAnyOf(table.id, ids)));
  await giveBackTags(ctx, former.id, into.id, joined);
  await giveBackDrafts(ctx, former.id, into.id, joined);
  await restoreInto(ctx, into, joined, unread.since);
  for (const id of [former.id, into.id]) await settleLast(ctx, id);
}

async function giveBackTags(ctx: Context, formerId: string, intoId: string, { tagIds, addedTagIds }: Joined) {
  const living = await ctx.db
    .select({ tagId: tags.id })
    .from(tags)
    .where(and(eq(tags.companyId, ctx.companyId), isAnyOf(tags.id, tagIds)));
  if (living.length > 0)
    await ctx.db
      .insert(ticketTags)
      .values(living.map(({ tagId }) => ({ companyId: ctx.companyId, ticketId: formerId, tagId })));
  await ctx.db
    .delete(ticketTags)
    .where(
      and(
        eq(ticketTags.companyId, ctx.companyId),
        eq(ticketTags.ticketId, intoId),
        isAnyOf(ticketTags.tagId, addedTagIds),
      ),
    );
}

/** A draft that moved along returns if nobody has changed it; the others were stored with the merge. */
async function giveBackDrafts(ctx: Context, formerId: string, intoId: string, joined: Joined) {
  const inInto = and(eq(drafts.companyId, ctx.companyId), eq(drafts.ticketId, intoId));
  const present = new Map((await ctx.db.select().from(drafts).where(inInto)).map((draft) => [draft.userId, draft]));
  for (const { updatedAt, ...draft } of joined.drafts) {
    if (joined.movedDraftsOf.includes(draft.userId)) {
      if (present.get(draft.userId)?.text !== draft.text) continue;
      await ctx.db.delete(drafts).where(and(inInto, eq(drafts.userId, draft.userId)));
    }
    const writer = await ctx.db.$count(
      schema.users,
      and(eq(schema.users.companyId, ctx.companyId), eq(schema.users.id, draft.userId)),
    );
    if (writer > 0)
      await ctx.db.insert(drafts).values({ ...draft, ticketId: formerId, updatedAt: new Date(updatedAt) });
  }
}

/** Restores the state of the ticket that took the other in, where nobody has changed it since. */
async function restoreInto(ctx: Context, into: TicketRow, { before, after, messageIds }: Joined, unread: number) {
  const isUntouched = into.status === after.status && into.userId === after.userId && into.queueId === after.queueId;
  const place = isUntouched ? await livingState(ctx, before) : {};
  // Its last message is one that returns, or one of its own.
  const shows = into.lastMessageId !== null && messageIds.includes(into.lastMessageId);
  const { lastMessageId, lastReactionId } = before;
  const last = shows ? { lastMessageId, lastReactionId, lastMessageAt: new Date(before.lastMessageAt) } : {};
  const hasWaited = instantOf(into.waitingSince) !== instantOf(after.waitingSince);
  const waits = hasWaited ? {} : { waitingSince: dateOf(before.waitingSince) };
  const hasWritten = instantOf(into.lastCustomerMessageAt) !== instantOf(after.lastCustomerMessageAt);
  const wrote = hasWritten ? {} : { lastCustomerMessageAt: dateOf(before.lastCustomerMessageAt) };
  await changeRow(ctx, into.id, { ...place, ...last, ...wrote, ...waits, unreadMessages: unread });
}

const dateOf = (at: string | null | undefined): Date | null => (at ? new Date(at) : null);
/** Also null for merges recorded before the column existed. */
const instantOf = (at: Date | string | null | undefined): number | null => (at ? new Date(at).getTime() : null);
