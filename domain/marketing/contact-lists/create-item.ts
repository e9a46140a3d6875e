import { and, eq } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import type { ContactListItemInput } from "../../../contracts/marketing/contact-lists.ts";
import { schema } from "../../../db/index.ts";
import { phoneMatchKey, requirePhone } from "../../desk/contacts/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { insertItems } from "./insert-items.ts";
import type { ItemRow } from "./list-items.ts";
import { lockList } from "./require-list.ts";

const { contactListItems } = schema;

/** Adds a person to a list. */
export async function createItem(ctx: Context, listId: string, wanted: ContactListItemInput): Promise<ItemRow> {
  await lockList(ctx, listId, "key share");
  const { name, email } = wanted;
  const number = await requirePhone(ctx, wanted.number);
  const [made] = await insertItems(ctx, listId, [{ name, number, email }]);
  const present = await findByNumber(ctx, listId, number);
  if (!made) throw duplicated(present);
  if (!present) throw new Error("an inserted item is gone");
  return present;
}

/** Returns the item of a list that has the number, in either form of the ninth digit. */
export async function findByNumber(ctx: DeskContext, listId: string, number: string): Promise<ItemRow | undefined> {
  const [found] = await ctx.db
    .select()
    .from(contactListItems)
    .where(
      and(
        eq(contactListItems.companyId, ctx.companyId),
        eq(contactListItems.listId, listId),
        eq(contactListItems.matchKey, phoneMatchKey(number)),
      ),
    );
  return found;
}

export const duplicated = (present: ItemRow | undefined) =>
  new DomainError("ERR_DUPLICATED_LIST_ITEM", { id: present?.id, name: present?.name, number: present?.number });
