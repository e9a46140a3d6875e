import { and, eq } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { Context } from "../context.ts";
import { requirePermission } from "../require-permission.ts";
import { requireTicket } from "./require-ticket.ts";

/** Deletes the ticket with its messages. Admins only. */
export async function deleteTicket(ctx: Context, id: string): Promise<void> {
  await requireTicket(ctx, id);
  requirePermission(ctx, "deleteTicket", { id });
  await ctx.db
    .delete(schema.tickets)
    .where(and(eq(schema.tickets.companyId, ctx.companyId), eq(schema.tickets.id, id)));
}
