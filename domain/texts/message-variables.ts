import { and, eq } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { DeskContext } from "../context.ts";

const { tickets, contacts, companies, users, queues, connections } = schema;

/** What greetings, quick messages and automatic texts may name between double braces. */
export type MessageVariables = Record<
  "firstName" | "name" | "userName" | "ms" | "protocol" | "date" | "hour" | "ticket_id" | "queue" | "connection",
  string
>;

/** Replaces what it knows; an unknown name between braces stays as it was written. */
export function fillVariables(text: string, variables: Partial<MessageVariables>): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name as keyof MessageVariables] ?? whole) : whole,
  );
}

/** "bom dia" until noon, "boa tarde" until six, then "boa noite". */
function salutation(hour: number): string {
  if (hour >= 5 && hour < 12) return "bom dia";
  return hour >= 12 && hour < 18 ? "boa tarde" : "boa noite";
}

/** Day, hour and salutation in the company's time zone; the rest from the ticket. */
export async function messageVariables(
  ctx: DeskContext,
  ticketId: string,
  userName?: string,
): Promise<MessageVariables> {
  const [row] = await ctx.db
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
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.id, ticketId)));
  const timeZone = row?.timeZone ?? "America/Sao_Paulo";
  const hour = Number(
    new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", hourCycle: "h23" }).format(ctx.now),
  );
  const date = new Intl.DateTimeFormat("pt-BR", { timeZone, dateStyle: "short" }).format(ctx.now);
  const day = new Intl.DateTimeFormat("en-CA", { timeZone }).format(ctx.now).replaceAll("-", "");
  const number = String(row?.number ?? "");
  const name = row?.name ?? "";
  return {
    firstName: name.split(" ")[0] ?? "",
    name,
    userName: userName ?? row?.userName ?? "",
    ms: salutation(hour),
    protocol: `${day}${number}`,
    date,
    hour: new Intl.DateTimeFormat("pt-BR", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(
      ctx.now,
    ),
    ticket_id: number,
    queue: row?.queue ?? "",
    connection: row?.connection ?? "",
  };
}
