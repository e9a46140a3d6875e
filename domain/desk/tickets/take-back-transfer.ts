import { and, desc, eq, gte, isNotNull, isNull, or } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { moveTicket } from "./move-ticket.ts";
import { agentOf, lockTicket, type TicketRow } from "./require-ticket.ts";

const { messages, queues, ticketEvents, ticketNotes, users } = schema;

/** How long a transfer can be taken back. */
const TAKE_BACK_MS = 10 * 60_000;

/**
 * Undoes the actor's own transfer: the ticket returns to its former queue and agent, and the note to the receiver is
 * deleted. A queue or agent that is gone meanwhile leaves its place empty. Refused when a step or a reply followed, also one
 * from the company's phone, or after ten minutes. The actor may no longer see the ticket.
 */
export async function takeBackTransfer(ctx: Context, id: string): Promise<TicketRow> {
  const ticket = await lockTicket(ctx, id);
  const ofTicket = and(eq(ticketEvents.companyId, ctx.companyId), eq(ticketEvents.ticketId, id));
  const [last] = await ctx.db
    .select()
    .from(ticketEvents)
    .where(ofTicket)
    .orderBy(desc(ticketEvents.at), desc(ticketEvents.id))
    .limit(1);
  const [own] = await ctx.db
    .select()
    .from(ticketEvents)
    .where(
      and(
        ofTicket,
        eq(ticketEvents.type, "transferred"),
        eq(ticketEvents.userId, ctx.actor.id),
        gte(ticketEvents.at, new Date(ctx.now.getTime() - TAKE_BACK_MS)),
      ),
    )
    .orderBy(desc(ticketEvents.at), desc(ticketEvents.id))
    .limit(1);
  if (!ticket || !own) throw new DomainError("ERR_NO_TICKET_FOUND", { id });
  if (last?.id !== own.id || own.details.takesBack === true || (await isAnsweredSince(ctx, id, own.at)))
    throw new DomainError("ERR_TRANSFER_TAKEN", { id, ...(await agentOf(ctx, ticket)) });
  await ctx.db
    .delete(ticketNotes)
    .where(
      and(
        eq(ticketNotes.companyId, ctx.companyId),
        eq(ticketNotes.ticketId, id),
        eq(ticketNotes.userId, ctx.actor.id),
        eq(ticketNotes.createdAt, own.at),
        isNotNull(ticketNotes.transfer),
      ),
    );
  return moveTicket(ctx, ticket, await formerPlace(ctx, own.details.from), { takesBack: true });
}

/** The queue and agent of an event, as far as they still exist. */
async function formerPlace({ db, companyId }: Context, from: unknown) {
  const { queueId, userId } = (from ?? {}) as Record<string, unknown>;
  const here = async (table: typeof queues | typeof users, id: unknown): Promise<string | null> => {
    if (typeof id !== "string") return null;
    const found = await db.$count(table, and(eq(table.companyId, companyId), eq(table.id, id)));
    return found > 0 ? id : null;
  };
  return { queueId: await here(queues, queueId), userId: await here(users, userId) };
}

async function isAnsweredSince(ctx: Context, ticketId: string, at: Date): Promise<boolean> {
  const [reply] = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(messages.ticketId, ticketId),
        gte(messages.createdAt, at),
        eq(messages.fromMe, true),
        // A reply from the company's phone has no user, and no origin as automatic messages have.
        or(isNotNull(messages.userId), isNull(messages.origin)),
      ),
    )
    .limit(1);
  return reply !== undefined;
}
