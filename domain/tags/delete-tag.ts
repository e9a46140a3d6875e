import { and, eq } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { requireTag } from "./list-tags.ts";
import { canManageTags } from "./policy.ts";

/** Deletes a tag and removes it from every ticket. */
export async function deleteTag(ctx: Context, id: string): Promise<void> {
  await requireTag(ctx, id);
  if (!canManageTags(ctx.actor)) throw new DomainError("ERR_NO_PERMISSION", { id });
  await ctx.db.delete(schema.tags).where(and(eq(schema.tags.companyId, ctx.companyId), eq(schema.tags.id, id)));
}
