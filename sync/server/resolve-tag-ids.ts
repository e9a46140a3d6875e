import { and, eq } from "drizzle-orm";
import { isAnyOf, schema } from "../../db/index.ts";
import type { Context } from "../../domain/ground/context.ts";

const { commandLog } = schema;
const PREFIX = "tag:";

/**
 * Replaces tag ids that a device created under a name that already existed by the existing tag's id, as the
 * creation's answer said.
 */
export async function resolveTagIds(ctx: Context, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const made = await ctx.db
    .select({ id: commandLog.id, docId: commandLog.docId })
    .from(commandLog)
    .where(
      and(
        eq(commandLog.companyId, ctx.companyId),
        eq(commandLog.userId, ctx.actor.id),
        eq(commandLog.type, "tag.create"),
        isAnyOf(commandLog.id, ids),
      ),
    );
  const meant = new Map(made.map(({ id, docId }) => [id, docId?.slice(PREFIX.length)]));
  return ids.map((id) => meant.get(id) ?? id);
}
