import { and, eq } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { eraseContactTraces } from "../erasure/index.ts";
import { deleteTicketRowsOf } from "../ticket-rows/index.ts";
import { lockContact } from "./require-contact.ts";

const { contacts } = schema;

/** Deletes a contact with its tickets, messages and merged contacts, and what they left elsewhere. Admins only. */
export async function deleteContact(ctx: Context, id: string): Promise<void> {
  const contact = await lockContact(ctx, id);
  requirePermission(ctx, "deleteContact", { id });
  const merged = await mergedInto(ctx, contact.id);
  await eraseContactTraces(ctx, [contact.id, ...merged]);
  for (const one of [contact.id, ...merged]) await deleteTicketRowsOf(ctx, one);
  // The last ones first: each refers to the one that it was merged into.
  for (const one of merged.toReversed()) await deleteRow(ctx, one);
  await deleteRow(ctx, contact.id);
}

const deleteRow = (ctx: Context, id: string) =>
  ctx.db.delete(contacts).where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, id)));

/** Returns the contacts that were merged into this one, and into those, in this order. */
async function mergedInto(ctx: Context, intoId: string): Promise<string[]> {
  const merged = await ctx.db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.mergedIntoId, intoId)));
  const further: string[] = [];
  for (const { id } of merged) further.push(id, ...(await mergedInto(ctx, id)));
  return further;
}
