import { DomainError } from "../../../contracts/domain-error.ts";
import type { ContactListInput } from "../../../contracts/marketing/contact-lists.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { type ListRow, one, requireList } from "./require-list.ts";

/** Renames a contact list. A started campaign keeps the name of its start. */
export async function renameList(ctx: Context, id: string, { name }: ContactListInput): Promise<ListRow> {
  const present = await requireList(ctx, id);
  if (present.name === name) return present;
  const [changed] = await ctx.db
    .update(schema.contactLists)
    .set({ name, updatedAt: ctx.now })
    .where(one(ctx, id))
    .returning();
  if (!changed) throw new DomainError("ERR_NO_CONTACT_LIST_FOUND", { id });
  return changed;
}
