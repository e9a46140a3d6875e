import { and, eq, isNotNull, sql } from "drizzle-orm";
import { inParallel, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { campaignNeeding, type NeedingCampaign } from "./campaign-needing.ts";
import { countItems } from "./count-items.ts";
import { requireList } from "./require-list.ts";

const { contactListItems, numberChecks, optOuts } = schema;

export type ListSummary = {
  total: number;
  valid: number;
  invalid: number;
  optedOut: number;
  /** Items on WhatsApp that did not opt out. */
  ready: number;
  /** Items whose number waits for a WhatsApp check. */
  checking: number;
  /** A campaign that still needs the list; null: none. */
  usedBy: NeedingCampaign | null;
};

/** Counts the items of a list. */
export async function listSummary(ctx: Context, listId: string): Promise<ListSummary> {
  await requireList(ctx, listId);
  const [countsOf, out, checking, usedBy] = await inParallel([
    countItems(ctx, [listId]),
    countOptedOut(ctx, listId),
    countChecking(ctx, listId),
    campaignNeeding(ctx, listId),
  ]);
  const { total, valid, invalid } = countsOf(listId);
  return { total, valid, invalid, optedOut: out.all, ready: valid - out.valid, checking, usedBy };
}

/** Counts the items whose number opted out, and those among them that are on WhatsApp. */
async function countOptedOut(ctx: Context, listId: string): Promise<{ all: number; valid: number }> {
  // The LIMIT keeps the look-up on the index of the list's numbers: as a join, the planner reads all items.
  const item = ctx.db
    .select({ isValid: sql`coalesce(${contactListItems.isWhatsappValid}, false)` })
    .from(contactListItems)
    .where(itemWith(ctx, listId, optOuts.matchKey))
    .limit(1);
  const [found] = await ctx.db
    .select({ all: sql<number>`count((${item}))::int`, valid: sql<number>`(count(*) filter (where (${item})))::int` })
    .from(optOuts)
    .where(and(eq(optOuts.companyId, ctx.companyId), eq(optOuts.kind, "phone")));
  return found ?? { all: 0, valid: 0 };
}

/** Counts the items whose number waits for a check: few, or most of the list. */
async function countChecking(ctx: Context, listId: string): Promise<number> {
  const [found] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(numberChecks)
    .innerJoin(contactListItems, itemWith(ctx, listId, numberChecks.matchKey))
    .where(and(eq(numberChecks.companyId, ctx.companyId), isNotNull(numberChecks.dueAt)));
  return found?.count ?? 0;
}

const itemWith = (ctx: Context, listId: string, matchKey: typeof optOuts.matchKey | typeof numberChecks.matchKey) =>
  and(
    eq(contactListItems.companyId, ctx.companyId),
    eq(contactListItems.listId, listId),
    eq(contactListItems.matchKey, matchKey),
  );
