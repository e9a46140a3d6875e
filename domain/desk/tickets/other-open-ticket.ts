import { and, eq, isNull, ne } from "drizzle-orm";
import type { OtherOpenTicket } from "../../../contracts/desk/tickets.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { canAnswer, canSeeTicket } from "./policy.ts";
import { agentOf } from "./require-ticket.ts";

const { queues, tickets } = schema;

/**
 * Refuses when the contact has an unclosed ticket on the connection. The details name it, its agent and its queue, and
 * whether the actor may see and answer it. The caller holds the contact's lock.
 */
export async function refuseOtherOpenTicket(
  ctx: Context,
  place: { contactId: string; connectionId: string | null },
): Promise<void> {
  const [other] = await ctx.db
    .select({
      id: tickets.id,
      number: tickets.number,
      status: tickets.status,
      userId: tickets.userId,
      queueId: tickets.queueId,
      queueName: queues.name,
    })
    .from(tickets)
    .leftJoin(queues, and(eq(queues.companyId, ctx.companyId), eq(queues.id, tickets.queueId)))
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
  const scope = { ...other, contactId: place.contactId };
  const details: OtherOpenTicket = {
    ticketId: other.id,
    number: other.number,
    userName,
    queueName: other.queueName,
    canSee: canSeeTicket(ctx.actor, scope),
    canAnswer: canAnswer(ctx.actor, scope),
  };
  throw new DomainError("ERR_OTHER_OPEN_TICKET", details);
}
