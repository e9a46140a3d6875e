import { and, eq, isNull, min } from "drizzle-orm";
import type { ContactDocument } from "../../../contracts/desk/contacts.ts";
import { inParallel, isAnyOf, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { withoutWhatsapp } from "./number-check.ts";
import type { ContactRow } from "./require-contact.ts";

const { contactAddresses, contacts, contactFields, optOuts } = schema;

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
  const ids = rows.map((row) => row.id);
  const [fields, optedOut, unreachable] = await inParallel([
    ctx.db
      .select()
      .from(contactFields)
      .where(and(eq(contactFields.companyId, ctx.companyId), isAnyOf(contactFields.contactId, ids)))
      .orderBy(contactFields.position, contactFields.id),
    optedOutAtOf(ctx, ids),
    withoutWhatsapp(ctx, ids),
  ]);
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
    optedOutAt: optedOut.get(row.id)?.toISOString() ?? null,
    hasNoWhatsapp: unreachable.has(row.id),
    search: row.search,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
}

/** Returns the times of the opt-outs of those contacts that have opted out of marketing with one of their addresses. */
export async function optedOutAtOf(ctx: DeskContext, ids: readonly string[]): Promise<Map<string, Date>> {
  const found = await ctx.db
    .select({ contactId: contactAddresses.contactId, since: min(optOuts.since) })
    .from(contactAddresses)
    .innerJoin(
      optOuts,
      and(
        eq(optOuts.companyId, contactAddresses.companyId),
        eq(optOuts.kind, contactAddresses.kind),
        eq(optOuts.matchKey, contactAddresses.matchKey),
      ),
    )
    .where(and(eq(contactAddresses.companyId, ctx.companyId), isAnyOf(contactAddresses.contactId, ids)))
    .groupBy(contactAddresses.contactId);
  return new Map(found.flatMap(({ contactId, since }) => (since ? [[contactId, since] as const] : [])));
}
