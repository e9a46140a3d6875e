import { and, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { type NewTag, tagColorOf } from "../../../contracts/desk/tags.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { nextLanePosition, type TagRow } from "./list-tags.ts";

const { tags } = schema;

/** Creates a tag, or returns the existing one with this name. */
export async function createTag(ctx: Context, { id = uuidv7(), name, color, isKanban }: NewTag): Promise<TagRow> {
  if (isKanban) requirePermission(ctx, "manageTags", { name });
  const lanePosition = isKanban ? await nextLanePosition(ctx) : 0;
  const tag = { companyId: ctx.companyId, id, name, color: color ?? tagColorOf(name), isKanban, lanePosition };
  const [made] = await ctx.db
    .insert(tags)
    .values({ ...tag, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflictDoNothing()
    .returning();
  if (made) return made;
  const find = (is: ReturnType<typeof eq>) =>
    ctx.db
      .select()
      .from(tags)
      .where(and(eq(tags.companyId, ctx.companyId), is));
  const [known] = [...(await find(eq(tags.id, id))), ...(await find(eq(tags.name, name)))];
  if (!known) throw new Error("a tag was neither made nor known");
  return known;
}
