import { and, eq } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import type { TicketRow } from "./ticket-row.ts";

const { tickets } = schema;

/** Moves all tickets of a contact to another one; returns the rows as they were. */
export async function moveToContact(ctx: DeskContext, fromId: string, toId: string): Promise<TicketRow[]> {
  const ofContact = and(eq(tickets.companyId, ctx.companyId), eq(tickets.contactId, fromId));
  const before = await ctx.db.select().from(tickets).where(ofContact).orderBy(tickets.id).for("no key update");
  await ctx.db.update(tickets).set({ contactId: toId }).where(ofContact);
  return before;
}
