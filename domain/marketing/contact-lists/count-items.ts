import { and, eq, inArray, sql } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { contactListCounts } = schema;

export type ItemCounts = { total: number; valid: number; invalid: number };
const none: ItemCounts = { total: 0, valid: 0, invalid: 0 };

/** Returns the counts of the lists' items, which triggers maintain. */
export async function countItems(
  ctx: Pick<DeskContext, "db" | "companyId">,
  listIds: readonly string[],
): Promise<(listId: string) => ItemCounts> {
  if (listIds.length === 0) return () => none;
  const sumOf = (condition = sql`true`) =>
    sql<number>`coalesce(sum(${contactListCounts.n}) filter (where ${condition}), 0)::int`;
  const found = await ctx.db
    .select({
      id: contactListCounts.listId,
      total: sumOf(),
      valid: sumOf(sql`${contactListCounts.isWhatsappValid}`),
      invalid: sumOf(sql`not ${contactListCounts.isWhatsappValid}`),
    })
    .from(contactListCounts)
    .where(and(eq(contactListCounts.companyId, ctx.companyId), inArray(contactListCounts.listId, [...listIds])))
    .groupBy(contactListCounts.listId);
  const counts = new Map(found.map(({ id, ...counted }) => [id, counted]));
  return (listId) => counts.get(listId) ?? none;
}
