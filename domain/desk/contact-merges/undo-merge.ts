import { and, eq, gt, isNull } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { lockContacts } from "../contacts/index.ts";
import { giveBackContact } from "./give-back-contact.ts";
import { giveBackTickets } from "./give-back-tickets.ts";

const { contactMerges } = schema;

export type MergeRow = typeof contactMerges.$inferSelect;

/**
 * Undoes a merge: everything that moved returns, everything since stays with the kept contact. Merges into one
 * contact are undone in reverse order. Idempotent.
 */
export async function undoMerge(ctx: Context, mergeId: string): Promise<{ keptId: string; goneId: string }> {
  const found = await requireMerge(ctx, mergeId);
  requirePermission(ctx, "mergeContacts", { id: mergeId });
  // The merged contact redirects to the kept one, or further: all of them are locked on the way.
  await lockContacts(ctx, [found.goneId]);
  const merge = await requireMerge(ctx, mergeId);
  const ids = { keptId: merge.keptId, goneId: merge.goneId };
  if (merge.undoneAt) return ids;
  await refuseUnlessLast(ctx, merge);
  await giveBackTickets(ctx, merge);
  await giveBackContact(ctx, merge);
  await ctx.db
    .update(contactMerges)
    .set({ undoneAt: ctx.now, undoneBy: ctx.actor.id, tickets: [], joined: [], messageIds: [] })
    .where(one(ctx, mergeId));
  return ids;
}

const one = (ctx: Context, id: string) => and(eq(contactMerges.companyId, ctx.companyId), eq(contactMerges.id, id));

async function requireMerge(ctx: Context, id: string): Promise<MergeRow> {
  const [merge] = await ctx.db.select().from(contactMerges).where(one(ctx, id));
  if (!merge) throw new DomainError("ERR_NO_MERGE_FOUND", { id });
  return merge;
}

/** A later merge changed the same rows on top of this one. */
async function refuseUnlessLast(ctx: Context, { id, keptId, place }: MergeRow): Promise<void> {
  const stands = and(eq(contactMerges.companyId, ctx.companyId), isNull(contactMerges.undoneAt));
  const [[later], [onwards]] = [
    await ctx.db
      .select({ id: contactMerges.id })
      .from(contactMerges)
      .where(and(stands, eq(contactMerges.keptId, keptId), gt(contactMerges.place, place)))
      .limit(1),
    await ctx.db
      .select({ id: contactMerges.id })
      .from(contactMerges)
      .where(and(stands, eq(contactMerges.goneId, keptId)))
      .limit(1),
  ];
  const blocking = later ?? onwards;
  if (blocking) throw new DomainError("ERR_MERGE_NOT_LAST", { id, mergeId: blocking.id });
}
