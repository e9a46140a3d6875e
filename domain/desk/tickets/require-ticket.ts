import { and, eq, type SQL } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { prepareOnceFor, schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import type { TicketRow } from "../ticket-rows/index.ts";
import { canAnswer, preparedSeer, type Rights, rightsKey, seerValues, visibleTickets } from "./policy.ts";
import { findAgent } from "./require-agent.ts";

const { tickets } = schema;

export type { TicketRow };

/** Returns the ticket if the actor may see it; otherwise it does not exist for them. */
export async function requireTicket(ctx: Context, id: string): Promise<TicketRow> {
  const [ticket] = await ctx.db
    .select()
    .from(tickets)
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.id, id), visibleTickets(ctx.actor)));
  if (!ticket) throw new DomainError("ERR_NO_TICKET_FOUND", { id });
  return ticket;
}

/** The same, locked until the transaction ends. */
export async function requireLockedTicket(ctx: Context, id: string): Promise<TicketRow> {
  const ticket = await lockVisibleTicket(ctx, id);
  if (!ticket) throw new DomainError("ERR_NO_TICKET_FOUND", { id });
  return ticket;
}

/** Locks the ticket until the transaction ends; undefined when the actor may not see it. */
export async function lockVisibleTicket(ctx: Context, id: string): Promise<TicketRow | undefined> {
  const [ticket] = await lockedFor(ctx.actor)(ctx.db, { ...seerValues(ctx.actor), companyId: ctx.companyId, id });
  return ticket;
}

const lockedFor = prepareOnceFor(
  (rights: Rights) => (db, param) =>
    db
      .select()
      .from(tickets)
      .where(
        and(
          eq(tickets.companyId, param("companyId")),
          eq(tickets.id, param("id")),
          visibleTickets(preparedSeer(rights, param)),
        ),
      )
      .for("no key update", { of: tickets }),
  rightsKey,
);

/** Locks until the transaction ends; undefined when there is no such ticket. */
export async function lockTicket(ctx: DeskContext, id: string, where?: SQL): Promise<TicketRow | undefined> {
  const [ticket] = await ctx.db
    .select()
    .from(tickets)
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.id, id), where))
    .for("no key update");
  return ticket;
}

/** Locked, not closed, and the actor may answer it; otherwise the error names its agent. */
export async function requireWritableTicket(ctx: Context, id: string): Promise<TicketRow> {
  const ticket = await requireLockedTicket(ctx, id);
  await requireWritable(ctx, ticket);
  return ticket;
}

/** Refuses as `requireWritableTicket` does a locked ticket that the actor may see. */
export async function requireWritable(ctx: Context, ticket: TicketRow): Promise<void> {
  if (ticket.status === "closed") throw new DomainError("ERR_TICKET_CLOSED", { id: ticket.id });
  if (!canAnswer(ctx.actor, ticket)) throw new DomainError("ERR_NO_PERMISSION", await agentOf(ctx, ticket));
}

/** Returns the ticket's agent, for the details of a refusal. */
export async function agentOf(
  ctx: Context,
  ticket: { userId: string | null },
): Promise<{ userId: string | null; userName: string | null }> {
  if (!ticket.userId) return { userId: null, userName: null };
  const agent = await findAgent(ctx, ticket.userId);
  return { userId: ticket.userId, userName: agent?.name ?? null };
}
