import { and, eq } from "drizzle-orm";
import {
  type MessageVariables,
  nameVariables,
  protocolOf,
  timeVariables,
} from "../../../contracts/desk/message-variables.ts";
import { localMinute } from "../../../contracts/local-time.ts";
import { prepareOnce, schema } from "../../../db/index.ts";
import type { DeskContext } from "../context.ts";

const { tickets, contacts, companies, users, queues, connections } = schema;

/** Returns date, time and greeting in the company's time zone, and the ticket's values. */
export async function messageVariables(
  ctx: DeskContext,
  ticketId: string,
  userName?: string,
): Promise<MessageVariables> {
  const [row] = await ticketValues(ctx.db, { companyId: ctx.companyId, ticketId });
  const at = localMinute(ctx.now, row?.timeZone ?? "America/Sao_Paulo");
  const number = String(row?.number ?? "");
  return {
    ...nameVariables(row?.name ?? ""),
    ...timeVariables(at),
    userName: userName ?? row?.userName ?? "",
    protocol: protocolOf(at, number),
    ticket_id: number,
    queue: row?.queue ?? "",
    connection: row?.connection ?? "",
  };
}

const ticketValues = prepareOnce((db, param) =>
  db
    .select({
      number: tickets.number,
      name: contacts.name,
      userName: users.name,
      queue: queues.name,
      connection: connections.name,
      timeZone: companies.timeZone,
    })
    .from(tickets)
    .innerJoin(contacts, and(eq(contacts.companyId, tickets.companyId), eq(contacts.id, tickets.contactId)))
    .innerJoin(companies, eq(companies.id, tickets.companyId))
    .leftJoin(users, and(eq(users.companyId, tickets.companyId), eq(users.id, tickets.userId)))
    .leftJoin(queues, and(eq(queues.companyId, tickets.companyId), eq(queues.id, tickets.queueId)))
    .leftJoin(connections, and(eq(connections.companyId, tickets.companyId), eq(connections.id, tickets.connectionId)))
    .where(and(eq(tickets.companyId, param("companyId")), eq(tickets.id, param("ticketId")))),
);
