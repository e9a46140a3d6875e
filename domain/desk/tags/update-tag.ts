import { and, eq, ne } from "drizzle-orm";
import type { TagChange } from "../../../contracts/desk/tags.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { nextLanePosition, requireTag, type TagRow } from "./list-tags.ts";

const { tags } = schema;

export async function updateTag(ctx: Context, id: string, change: TagChange): Promise<TagRow> {
  const tag = await requireTag(ctx, id);
  requirePermission(ctx, "manageTags", { id });
  if (change.name !== undefined) {
    const [other] = await ctx.db
      .select({ id: tags.id })
      .from(tags)
      .where(and(eq(tags.companyId, ctx.companyId), eq(tags.name, change.name), ne(tags.id, id)));
    if (other) throw new DomainError("ERR_TAG_NAME_TAKEN", { tagId: other.id });
  }
  const becomesLane = change.isKanban === true && !tag.isKanban;
  const place = becomesLane ? { lanePosition: await nextLanePosition(ctx) } : {};
  const [changed] = await ctx.db
    .update(tags)
    .set({ ...change, ...place, updatedAt: ctx.now })
    .where(and(eq(tags.companyId, ctx.companyId), eq(tags.id, id)))
    .returning();
  return changed ?? tag;
}
