import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { campaignNeeding } from "./campaign-needing.ts";
import { lockList, one } from "./require-list.ts";

/** Deletes a contact list with its items, unless a campaign still needs it: the error names the campaign. */
export async function deleteList(ctx: Context, id: string): Promise<void> {
  await lockList(ctx, id, "update");
  const campaign = await campaignNeeding(ctx, id);
  if (campaign) throw new DomainError("ERR_CONTACT_LIST_USED", { campaign });
  await ctx.db.delete(schema.contactLists).where(one(ctx, id));
}
