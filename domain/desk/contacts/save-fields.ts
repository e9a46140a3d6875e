import { and, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type * as v from "valibot";
import type { ExtraInfo } from "../../../contracts/desk/contacts.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { contactFields } = schema;

/** Replaces a contact's extra fields; rows without a name and a value are dropped. */
export async function saveFields(
  ctx: DeskContext,
  contactId: string,
  fields: readonly v.InferOutput<typeof ExtraInfo>[],
): Promise<void> {
  await ctx.db
    .delete(contactFields)
    .where(and(eq(contactFields.companyId, ctx.companyId), eq(contactFields.contactId, contactId)));
  const kept = fields.filter((field) => field.name.trim() || field.value.trim());
  if (kept.length === 0) return;
  // New ids, because an id from a client might belong to another contact.
  await ctx.db.insert(contactFields).values(
    kept.map((field, position) => ({
      companyId: ctx.companyId,
      id: uuidv7(),
      contactId,
      name: field.name.trim(),
      value: field.value.trim(),
      position,
    })),
  );
}
