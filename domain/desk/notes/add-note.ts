import { and, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { NewNote } from "../../../contracts/desk/tickets.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requireLockedTicket } from "../tickets/index.ts";

const { ticketNotes } = schema;

export type NoteRow = typeof ticketNotes.$inferSelect;

/** Adds a note. Everyone who sees a ticket may, whoever answers it. Idempotent by id. */
export async function addNote(ctx: Context, { id = uuidv7(), ticketId, note }: NewNote): Promise<NoteRow> {
  await requireLockedTicket(ctx, ticketId);
  const { companyId, actor } = ctx;
  const written = { companyId, id, ticketId, userId: actor.id, userName: actor.name, note, createdAt: ctx.now };
  const [added] = await ctx.db.insert(ticketNotes).values(written).onConflictDoNothing().returning();
  if (added) return added;
  const [known] = await ctx.db
    .select()
    .from(ticketNotes)
    .where(and(eq(ticketNotes.companyId, companyId), eq(ticketNotes.id, id)));
  if (!known) throw new Error("a note was neither added nor known");
  // Another ticket's note may be invisible to the actor.
  await requireLockedTicket(ctx, known.ticketId);
  return known;
}
