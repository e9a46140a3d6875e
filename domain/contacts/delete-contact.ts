import { and, eq } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { Context } from "../context.ts";
import { requirePermission } from "../require-permission.ts";
import { deleteTicketRowsOf } from "../ticket-rows/index.ts";
import { lockContact } from "./require-contact.ts";

const { contacts } = schema;

/** Deletes a contact with its tickets, messages and merged contacts. Admins only. */
export async function deleteContact(ctx: Context, id: string): Promise<void> {
  const contact = await lockContact(ctx, id);
  requirePermission(ctx, "deleteContact", { id });
  await deleteTicketRowsOf(ctx, contact.id);
  await deleteMerged(ctx, contact.id);
  await ctx.db.delete(contacts).where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, contact.id)));
}

async function deleteMerged(ctx: Context, intoId: string): Promise<void> {
  const merged = await ctx.db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.mergedIntoId, intoId)));
  for (const { id } of merged) {
    await deleteMerged(ctx, id);
    await ctx.db.delete(contacts).where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, id)));
  }
}
