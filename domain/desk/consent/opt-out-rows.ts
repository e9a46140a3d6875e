import { and, eq, sql } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { type ContactRow, saveContact } from "../contacts/index.ts";

const { contactAddresses, optOuts } = schema;

const addressesOf = (ctx: DeskContext, contactId: string) =>
  and(eq(contactAddresses.companyId, ctx.companyId), eq(contactAddresses.contactId, contactId));

/** Stores the opt-out of each address of a locked contact; an earlier one keeps its time. */
export async function storeOptOut(ctx: DeskContext, contact: ContactRow): Promise<void> {
  const since = sql<Date>`${ctx.now.toISOString()}::timestamptz`.as("since");
  await ctx.db
    .insert(optOuts)
    .select(
      ctx.db
        .select({
          companyId: contactAddresses.companyId,
          kind: contactAddresses.kind,
          matchKey: contactAddresses.matchKey,
          since,
        })
        .from(contactAddresses)
        .where(addressesOf(ctx, contact.id)),
    )
    .onConflictDoNothing();
  await logContact(ctx, contact);
}

/** Removes the opt-outs of all addresses of a locked contact. */
export async function removeOptOut(ctx: DeskContext, contact: ContactRow): Promise<void> {
  await ctx.db
    .delete(optOuts)
    .where(
      and(
        eq(optOuts.companyId, ctx.companyId),
        sql`(${optOuts.kind}, ${optOuts.matchKey}) in (${ctx.db
          .select({ kind: contactAddresses.kind, matchKey: contactAddresses.matchKey })
          .from(contactAddresses)
          .where(addressesOf(ctx, contact.id))})`,
      ),
    );
  await logContact(ctx, contact);
}

/** Logs a change of the contact: its document has the time of the opt-out. */
const logContact = (ctx: DeskContext, contact: ContactRow) => saveContact(ctx, contact, {});
