import { and, eq } from "drizzle-orm";
import type { TicketScope } from "../../../../contracts/desk/tickets.ts";
import { DomainError } from "../../../../contracts/domain-error.ts";
import { prepareOnceFor, schema } from "../../../../db/index.ts";
import type { Context } from "../../../ground/context.ts";
import { canAnswer, preparedSeer, type Rights, rightsKey, seerValues, visibleTickets } from "../policy.ts";

const { tickets, contacts, queues } = schema;

/** The fields of a ticket that a page of its conversation needs. */
export type TicketHead = TicketScope & {
  id: string;
  number: number;
  unreadMessages: number;
  contact: { name: string };
  queue: { id: string; name: string; color: string } | null;
  canAnswer: boolean;
};

/** Returns the ticket if the actor may see it; otherwise it does not exist for them. */
export async function requireTicketHead(ctx: Context, id: string): Promise<TicketHead> {
  const values = { ...seerValues(ctx.actor), companyId: ctx.companyId, id };
  const [found] = await selected(ctx.actor)(ctx.db, values);
  if (!found) throw new DomainError("ERR_NO_TICKET_FOUND", { id });
  const { ticket, contactName, queue } = found;
  return { ...ticket, contact: { name: contactName }, queue, canAnswer: canAnswer(ctx.actor, ticket) };
}

const selected = prepareOnceFor(
  (rights: Rights) => (db, param) => {
    const company = param("companyId");
    return db
      .select({
        ticket: {
          id: tickets.id,
          number: tickets.number,
          contactId: tickets.contactId,
          status: tickets.status,
          queueId: tickets.queueId,
          userId: tickets.userId,
          unreadMessages: tickets.unreadMessages,
        },
        contactName: contacts.name,
        queue: { id: queues.id, name: queues.name, color: queues.color },
      })
      .from(tickets)
      .innerJoin(contacts, and(eq(contacts.companyId, company), eq(contacts.id, tickets.contactId)))
      .leftJoin(queues, and(eq(queues.companyId, company), eq(queues.id, tickets.queueId)))
      .where(
        and(eq(tickets.companyId, company), eq(tickets.id, param("id")), visibleTickets(preparedSeer(rights, param))),
      );
  },
  rightsKey,
);
