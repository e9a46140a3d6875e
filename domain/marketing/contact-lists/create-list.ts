import { uuidv7 } from "uuidv7";
import type { ContactListInput } from "../../../contracts/marketing/contact-lists.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requireCampaigns } from "../campaigns/index.ts";
import type { ListRow } from "./require-list.ts";

/** Creates an empty contact list. */
export async function createList(ctx: Context, { name }: ContactListInput): Promise<ListRow> {
  await requireCampaigns(ctx);
  const { companyId, now } = ctx;
  const [made] = await ctx.db
    .insert(schema.contactLists)
    .values({ companyId, id: uuidv7(), name, createdAt: now, updatedAt: now })
    .returning();
  if (!made) throw new Error("an insert answered no row");
  return made;
}
