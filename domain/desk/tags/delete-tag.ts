import { and, eq } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { requireTag } from "./list-tags.ts";

/** Deletes a tag and removes it from every ticket. */
export async function deleteTag(ctx: Context, id: string): Promise<void> {
  await requireTag(ctx, id);
  requirePermission(ctx, "manageTags", { id });
  await ctx.db.delete(schema.tags).where(and(eq(schema.tags.companyId, ctx.companyId), eq(schema.tags.id, id)));
}
