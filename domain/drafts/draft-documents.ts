import { and, desc, eq } from "drizzle-orm";
import { isAnyOf, schema } from "../../db/index.ts";
import type { DraftDocument } from "../../sync/contracts/drafts.ts";
import type { Context } from "../context.ts";

const { drafts } = schema;

export type DraftContent = Omit<DraftDocument, "rev">;

/** Returns the actor's own drafts, all or those in the given tickets. */
export async function draftDocuments(ctx: Context, ticketIds?: readonly string[]): Promise<DraftContent[]> {
  const rows = await ctx.db
    .select()
    .from(drafts)
    .where(
      and(
        eq(drafts.companyId, ctx.companyId),
        eq(drafts.userId, ctx.actor.id),
        ticketIds ? isAnyOf(drafts.ticketId, ticketIds) : undefined,
      ),
    )
    .orderBy(desc(drafts.updatedAt), desc(drafts.ticketId));
  return rows.map(({ ticketId, text, writerId, updatedAt }) => ({
    id: ticketId,
    text,
    writerId,
    updatedAt: updatedAt.toISOString(),
  }));
}
