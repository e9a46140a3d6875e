import { and, eq } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { visibleTickets } from "../tickets/index.ts";

const { ticketNotes, tickets } = schema;

/** Deletes a note: its author or an admin. Returns the ticket's id. */
export async function deleteNote(ctx: Context, id: string): Promise<string> {
  const [note] = await ctx.db
    .select({ userId: ticketNotes.userId, ticketId: ticketNotes.ticketId })
    .from(ticketNotes)
    .innerJoin(tickets, and(eq(tickets.companyId, ticketNotes.companyId), eq(tickets.id, ticketNotes.ticketId)))
    .where(and(eq(ticketNotes.companyId, ctx.companyId), eq(ticketNotes.id, id), visibleTickets(ctx.actor)));
  if (!note) throw new DomainError("ERR_NO_NOTE_FOUND", { id });
  if (note.userId !== ctx.actor.id) requirePermission(ctx, "deleteOthersNotes", { id });
  await ctx.db.delete(ticketNotes).where(and(eq(ticketNotes.companyId, ctx.companyId), eq(ticketNotes.id, id)));
  return note.ticketId;
}
