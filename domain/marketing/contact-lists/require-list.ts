import { and, eq } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { requireCampaigns } from "../campaigns/index.ts";

const { contactLists } = schema;

export type ListRow = typeof contactLists.$inferSelect;

export const one = (ctx: Pick<DeskContext, "companyId">, id: string) =>
  and(eq(contactLists.companyId, ctx.companyId), eq(contactLists.id, id));

/** Returns a contact list, for users who may manage campaigns. */
export async function requireList(ctx: Context, id: string): Promise<ListRow> {
  await requireCampaigns(ctx);
  const [row] = await ctx.db.select().from(contactLists).where(one(ctx, id));
  if (!row) throw new DomainError("ERR_NO_CONTACT_LIST_FOUND", { id });
  return row;
}

/**
 * The same, locked until the transaction ends. "key share": the list is not deleted meanwhile. "update": no one adds to
 * it meanwhile.
 */
export async function lockList(ctx: Context, id: string, strength: "key share" | "update"): Promise<ListRow> {
  await requireCampaigns(ctx);
  const [row] = await ctx.db.select().from(contactLists).where(one(ctx, id)).for(strength);
  if (!row) throw new DomainError("ERR_NO_CONTACT_LIST_FOUND", { id });
  return row;
}
