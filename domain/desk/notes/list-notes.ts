import { and, desc, eq } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { visibleTickets } from "../tickets/index.ts";
import type { NoteRow } from "./add-note.ts";

const { ticketNotes, tickets } = schema;

export type NoteView = NoteRow & { contactId: string };

/** Lists the notes of a ticket, or of all of a contact's tickets that the actor may see, newest first. */
export async function listNotes(ctx: Context, about: { ticketId?: string; contactId?: string }): Promise<NoteView[]> {
  if (!about.ticketId && !about.contactId) return [];
  const rows = await ctx.db
    .select({ note: ticketNotes, contactId: tickets.contactId })
    .from(ticketNotes)
    .innerJoin(tickets, and(eq(tickets.companyId, ticketNotes.companyId), eq(tickets.id, ticketNotes.ticketId)))
    .where(
      and(
        eq(ticketNotes.companyId, ctx.companyId),
        visibleTickets(ctx.actor),
        about.ticketId ? eq(tickets.id, about.ticketId) : undefined,
        about.contactId ? eq(tickets.contactId, about.contactId) : undefined,
      ),
    )
    .orderBy(desc(ticketNotes.createdAt), desc(ticketNotes.id));
  return rows.map(({ note, contactId }) => ({ ...note, contactId }));
}
