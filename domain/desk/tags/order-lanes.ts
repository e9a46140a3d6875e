import { and, eq } from "drizzle-orm";
import { lanesOf } from "../../../contracts/desk/tags.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { requireTag, type TagRow } from "./list-tags.ts";

const { tags } = schema;

/**
 * Orders the lanes of the kanban board from left to right and returns them. Lanes that are not named follow in their
 * present order, so that a lane that a colleague has just made is kept.
 */
export async function orderLanes(ctx: Context, tagIds: readonly string[]): Promise<TagRow[]> {
  requirePermission(ctx, "manageTags");
  // Locked in order of id, so that of two orders one is kept whole.
  const locked = await ctx.db
    .select()
    .from(tags)
    .where(and(eq(tags.companyId, ctx.companyId), eq(tags.isKanban, true)))
    .orderBy(tags.id)
    .for("no key update");
  const lanes = new Map(lanesOf(locked).map((lane) => [lane.id, lane]));
  const wanted = [...new Set(tagIds)];
  for (const id of wanted) if (!lanes.has(id)) await refuse(ctx, id);
  const ordered = [...new Set([...wanted, ...lanes.keys()])].flatMap((id) => lanes.get(id) ?? []);
  const placed = ordered.map((lane, index) => ({ ...lane, lanePosition: index + 1 }));
  for (const { id, lanePosition } of placed.filter((lane) => lane.lanePosition !== lanes.get(lane.id)?.lanePosition))
    await ctx.db
      .update(tags)
      .set({ lanePosition, updatedAt: ctx.now })
      .where(and(eq(tags.companyId, ctx.companyId), eq(tags.id, id)));
  return placed;
}

async function refuse(ctx: Context, id: string): Promise<never> {
  await requireTag(ctx, id);
  throw new DomainError("ERR_TAG_NOT_KANBAN", { id });
}
