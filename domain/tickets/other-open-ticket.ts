import { and, eq, isNull, ne } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { agentOf } from "./require-ticket.ts";

const { tickets } = schema;

/** Refuses when the contact has an unclosed ticket on the connection. The caller holds the contact's lock. */
export async function refuseOtherOpenTicket(
  ctx: Context,
  place: { contactId: string; connectionId: string | null },
): Promise<void> {
  const [other] = await ctx.db
    .select({ id: tickets.id, number: tickets.number, userId: tickets.userId })
    .from(tickets)
    .where(
      and(
        eq(tickets.companyId, ctx.companyId),
        eq(tickets.contactId, place.contactId),
        place.connectionId ? eq(tickets.connectionId, place.connectionId) : isNull(tickets.connectionId),
        ne(tickets.status, "closed"),
      ),
    );
  if (!other) return;
  const { userName } = await agentOf(ctx, other);
  throw new DomainError("ERR_OTHER_OPEN_TICKET", { ticketId: other.id, number: other.number, userName });
}
