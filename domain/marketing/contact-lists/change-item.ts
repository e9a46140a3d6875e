import { and, eq } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import type { ContactListItemChange } from "../../../contracts/marketing/contact-lists.ts";
import { searchable } from "../../../contracts/search-text.ts";
import { schema } from "../../../db/index.ts";
import { phoneMatchKey, requirePhone, requireValidChange } from "../../desk/contacts/index.ts";
import type { Context } from "../../ground/context.ts";
import { requireCampaigns } from "../campaigns/index.ts";
import { duplicated, findByNumber } from "./create-item.ts";
import type { ItemRow } from "./list-items.ts";
import { checkNumbers } from "./number-checks.ts";
import { lockList } from "./require-list.ts";

const { contactListItems } = schema;

/** Changes a person of a list. Another number is checked again. */
export async function changeItem(ctx: Context, id: string, wanted: ContactListItemChange): Promise<ItemRow> {
  await requireCampaigns(ctx);
  const where = and(eq(contactListItems.companyId, ctx.companyId), eq(contactListItems.id, id));
  const [found] = await ctx.db.select().from(contactListItems).where(where);
  if (!found) throw new DomainError("ERR_NO_CONTACT_LIST_ITEM_FOUND", { id });
  // Changes of numbers run one after another, so that the refusal names the item that has the number.
  await lockList(ctx, found.listId, "update");
  requireValidChange(wanted, found);
  const { name, email } = wanted;
  const number = wanted.number.trim() === found.number ? found.number : await requirePhone(ctx, wanted.number);
  const matchKey = phoneMatchKey(number);
  const isOther = matchKey !== found.matchKey;
  const holder = isOther ? await findByNumber(ctx, found.listId, number) : undefined;
  if (holder) throw duplicated(holder);
  const [changed] = await ctx.db
    .update(contactListItems)
    .set({
      ...{ name, number, email, matchKey },
      search: searchable(name, number, email),
      ...(isOther && { isWhatsappValid: null }),
      updatedAt: ctx.now,
    })
    .where(where)
    .returning();
  if (!changed) throw new DomainError("ERR_NO_CONTACT_LIST_ITEM_FOUND", { id });
  if (isOther) await checkNumbers(ctx, eq(contactListItems.id, id));
  return changed;
}
