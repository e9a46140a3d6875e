import { and, desc, eq, gt } from "drizzle-orm";
import { type DraftDocument, SENT_DRAFT_DAYS } from "../../../contracts/desk/drafts.ts";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";

const { drafts, sentDrafts } = schema;

const DAY_MS = 86_400_000;

export type DraftContent = Omit<DraftDocument, "rev">;

/** Returns the actor's own drafts with those that were sent in the last days, all or those in the given tickets. */
export async function draftDocuments(ctx: Context, ticketIds?: readonly string[]): Promise<DraftContent[]> {
  const ownIn = (table: typeof drafts | typeof sentDrafts) =>
    and(
      eq(table.companyId, ctx.companyId),
      eq(table.userId, ctx.actor.id),
      ticketIds ? isAnyOf(table.ticketId, ticketIds) : undefined,
    );
  const rows = await ctx.db
    .select()
    .from(drafts)
    .where(ownIn(drafts))
    .orderBy(desc(drafts.updatedAt), desc(drafts.ticketId));
  const since = new Date(ctx.now.getTime() - SENT_DRAFT_DAYS * DAY_MS);
  const sentRows = await ctx.db
    .select()
    .from(sentDrafts)
    .where(and(ownIn(sentDrafts), gt(sentDrafts.sentAt, since)))
    .orderBy(desc(sentDrafts.sentAt), desc(sentDrafts.ticketId));
  const sentIn = new Map(sentRows.map((row) => [row.ticketId, sentOf(row)]));
  const present = new Set(rows.map(({ ticketId }) => ticketId));
  return [
    ...rows.map(({ ticketId, text, writerId, updatedAt }): DraftContent => {
      const sent = sentIn.get(ticketId);
      return { id: ticketId, text, writerId, updatedAt: updatedAt.toISOString(), ...(sent && { sent }) };
    }),
    ...[...sentIn]
      .filter(([id]) => !present.has(id))
      .map(([id, sent]): DraftContent => ({ id, text: "", writerId: sent.writerId, updatedAt: sent.at, sent })),
  ];
}

const sentOf = ({ text, baseRev, writerId, sentAt }: typeof sentDrafts.$inferSelect) => ({
  text,
  baseRev,
  writerId,
  at: sentAt.toISOString(),
});
