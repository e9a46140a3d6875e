import { and, eq } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { tickets } = schema;

/** Deletes a ticket with its messages. */
export async function deleteTicketRow(ctx: DeskContext, id: string): Promise<void> {
  await ctx.db.delete(tickets).where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.id, id)));
}

/** Deletes the tickets of a contact with their messages. */
export async function deleteTicketRowsOf(ctx: DeskContext, contactId: string): Promise<void> {
  await ctx.db.delete(tickets).where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.contactId, contactId)));
}
