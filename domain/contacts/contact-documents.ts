import { and, eq, isNull } from "drizzle-orm";
import { isAnyOf, schema } from "../../db/index.ts";
import type { ContactDocument } from "../../sync/contracts/contacts.ts";
import type { DeskContext } from "../context.ts";
import type { ContactRow } from "./require-contact.ts";

const { contacts, contactFields } = schema;

export type ContactContent = Omit<ContactDocument, "rev">;

/** Returns the documents of existing contacts; a merged contact does not exist. Every agent may see every contact. */
export async function contactDocuments(ctx: DeskContext, ids: readonly string[]): Promise<ContactContent[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .select()
    .from(contacts)
    .where(and(eq(contacts.companyId, ctx.companyId), isAnyOf(contacts.id, ids), isNull(contacts.mergedIntoId)));
  return withFields(ctx, rows);
}

/** Returns the documents of loaded rows, in their order. */
export async function withFields(ctx: DeskContext, rows: ContactRow[]): Promise<ContactContent[]> {
  if (rows.length === 0) return [];
  const fields = await ctx.db
    .select()
    .from(contactFields)
    .where(
      and(
        eq(contactFields.companyId, ctx.companyId),
        isAnyOf(
          contactFields.contactId,
          rows.map((row) => row.id),
        ),
      ),
    )
    .orderBy(contactFields.position, contactFields.id);
  const byContact = Map.groupBy(fields, (field) => field.contactId);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    number: row.number,
    email: row.email,
    isGroup: row.isGroup,
    active: row.isActive,
    disableBot: row.disableBot,
    profilePicUrl: row.profilePicUrl,
    extraInfo: (byContact.get(row.id) ?? []).map(({ id, name, value }) => ({ id, name, value })),
    search: row.search,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
}
