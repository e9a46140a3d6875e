import { and, eq } from "drizzle-orm";
import { searchable } from "../../../contracts/search-text.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import type { ContactRow } from "./require-contact.ts";

const { contacts } = schema;

/** Saves columns of a locked contact, and its search text. */
export async function saveContact(
  ctx: DeskContext,
  contact: ContactRow,
  change: Partial<Pick<ContactRow, "name" | "number" | "email" | "disableBot">>,
): Promise<ContactRow> {
  const { name, number, email } = { ...contact, ...change };
  const [saved] = await ctx.db
    .update(contacts)
    .set({ ...change, search: searchable(name, number, email), updatedAt: ctx.now })
    .where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, contact.id)))
    .returning();
  if (!saved) throw new Error("a locked contact is gone");
  return saved;
}
