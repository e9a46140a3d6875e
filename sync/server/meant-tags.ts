import { and, eq } from "drizzle-orm";
import { isAnyOf, schema } from "../../db/index.ts";
import type { Context } from "../../domain/context.ts";

const { commandLog } = schema;
const PREFIX = "tag:";

/**
 * The tags that a device means by the ids it knows: one that it made under a name that was there already is that tag,
 * as the creation's answer said.
 */
export async function meantTags(ctx: Context, ids: readonly string[]): Promise<string[]> {
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
