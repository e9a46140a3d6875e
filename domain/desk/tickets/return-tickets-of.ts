import { and, asc, eq, ne } from "drizzle-orm";
import { ticketSteps } from "../../../contracts/desk/ticket-steps.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { changeRow } from "../ticket-rows/index.ts";
import { steppingOf } from "./stepping.ts";
import { recordEvent } from "./timeline.ts";

const { tickets } = schema;

/** Returns all open tickets of a user who is deleted. The calling verb has checked the rights. */
export async function returnTicketsOf(ctx: Context, userId: string): Promise<number> {
  const theirs = await ctx.db
    .select({ id: tickets.id, status: tickets.status, isBot: tickets.isBot, waitingSince: tickets.waitingSince })
    .from(tickets)
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.userId, userId), ne(tickets.status, "closed")))
    .orderBy(asc(tickets.id))
    .for("no key update");
  for (const { id, status, ...wait } of theirs) {
    if (status === "open") await recordEvent(ctx, id, "returned");
    await changeRow(ctx, id, ticketSteps.return(wait, steppingOf(ctx)));
  }
  return theirs.length;
}
