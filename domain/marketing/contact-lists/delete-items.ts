import { and, eq } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { requireCampaigns } from "../campaigns/index.ts";

const { contactListItems } = schema;

/** Deletes a person of a list. */
export async function deleteItem(ctx: Context, id: string): Promise<void> {
  const deleted = await deleteItems(ctx, [id]);
  if (deleted === 0) throw new DomainError("ERR_NO_CONTACT_LIST_ITEM_FOUND", { id });
}

/** Deletes people of lists and returns how many; ids that do not exist are skipped. */
export async function deleteItems(ctx: Context, ids: readonly string[]): Promise<number> {
  await requireCampaigns(ctx);
  requirePermission(ctx, "deleteContact", { ids });
  const deleted = await ctx.db
    .delete(contactListItems)
    .where(and(eq(contactListItems.companyId, ctx.companyId), isAnyOf(contactListItems.id, ids)))
    .returning({ id: contactListItems.id });
  return deleted.length;
}
