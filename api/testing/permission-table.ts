import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, givenTicket, testDatabase } from "../../db/testing/given.ts";

/**
 * Permissions on a ticket (server-behaviour.md §3, service-desk.md §6), for every interface: one row per user, one
 * column per ticket, one letter per allowed action. An action without a letter is refused.
 */
export const ticketTable = `
                        | waits in Vendas | waits, no queue | Ana's in Vendas | Bia's in Vendas | closed, Vendas | waits in Suporte
  admin                 | v w a t c g n d | v w a t c g n d | v w u t c g n d | v w u t c g n d | v o g n d      | v w a t c g n d
  supervisor of Vendas  | v w a t c g n   | -               | v n             | v n             | v o n          | -
  agent of Vendas       | v w a t c g n   | -               | v n             | v n             | v o n          | -
  Ana, whose ticket     | v w a t c g n   | -               | v w u t c g n   | v n             | v o n          | -
  Bia, of Suporte       | -               | -               | -               | v w u t c g n   | -              | v w a t c g n
  allTicket in Suporte  | -               | v w a t c g n   | -               | -               | -              | v w a t c g n
  allHistoric, Suporte  | -               | -               | -               | -               | v n            | v w a t c g n
  allUserChat, Vendas   | v w a t c g n   | -               | v n             | v n             | v o n          | -
  super, no queue       | -               | -               | -               | -               | -              | -
  another's admin       | -               | -               | -               | -               | -              | -
`;

/** The same for a company where everyone who sees an open ticket may answer it. */
export const sharedTable = `
                        | Ana's in Vendas | Bia's in Vendas | closed, Vendas
  supervisor of Vendas  | v w u t c g n   | v w u t c g n   | v o n
  agent of Vendas       | v w u t c g n   | v w u t c g n   | v o n
  Bia, of Suporte       | -               | v w u t c g n   | -
  allHistoric, Suporte  | -               | -               | v n
`;

const byLetter = {
  v: "view",
  w: "write",
  a: "accept",
  u: "return",
  t: "transfer",
  c: "close",
  o: "reopen",
  g: "tag",
  n: "note",
  d: "delete",
} as const;
export type Action = (typeof byLetter)[keyof typeof byLetter];
export const allActions = Object.values(byLetter);

export type PermissionRow = { person: string; tickets: Record<string, Set<Action>> };

export function readTable(table: string): PermissionRow[] {
  const [head = "", ...rows] = table.split("\n").filter((line) => line.trim());
  const cells = (line: string) => line.split("|").map((cell) => cell.trim());
  const [, ...names] = cells(head);
  return rows.map((line) => {
    const [person = "", ...allowed] = cells(line);
    const letters = (cell: string) =>
      new Set(
        cell.split(" ").flatMap((letter) => (letter in byLetter ? byLetter[letter as keyof typeof byLetter] : [])),
      );
    return { person, tickets: Object.fromEntries(names.map((name, place) => [name, letters(allowed[place] ?? "")])) };
  });
}

export type PermissionDesk = Awaited<ReturnType<typeof givenPermissionDesk>>;
type GivenTicket = { id: string; contactId: string };

/** Creates a company with the table's users and `copies` of each of its tickets, one for each action to try. */
export async function givenPermissionDesk({ sharesAnswers = false, copies = 1 } = {}) {
  const { companyId, queue, support, connection, admin, ana: usualAna, bia } = await givenCompany();
  const stranger = await givenCompany();
  const inVendas = { companyId, queueIds: [queue.id] };
  const inSuporte = { companyId, queueIds: [support.id] };
  const [second, tag] = [randomUUID(), randomUUID()];
  await testDatabase().company(companyId, async (tx) => {
    const setting = (key: string, isOn: boolean) => ({ companyId, key, value: isOn ? "enabled" : "disabled" });
    await tx
      .insert(schema.settings)
      .values([setting("singleSession", false), setting("onlyAssigneeAnswers", !sharesAnswers)]);
    await tx.update(schema.users).set({ allTicket: false }).where(eq(schema.users.id, usualAna.id));
    await tx.insert(schema.tags).values({ companyId, id: tag, name: "Orçamento", color: "#1d7f52" });
    await tx.insert(schema.connections).values({ companyId, id: second, name: "Segunda loja", status: "CONNECTED" });
    await tx.insert(schema.connectionLeases).values({ companyId, connectionId: second });
  });
  const ana = { ...usualAna, allTicket: false };
  const people: Record<string, GivenAgent> = {
    admin,
    "supervisor of Vendas": await givenAgent({ ...inVendas, name: "Sueli", profile: "supervisor" }),
    "agent of Vendas": await givenAgent({ ...inVendas, name: "Vera" }),
    "Ana, whose ticket": ana,
    "Bia, of Suporte": bia,
    "allTicket in Suporte": await givenAgent({ ...inSuporte, name: "Tito", allTicket: true }),
    "allHistoric, Suporte": await givenAgent({ ...inSuporte, name: "Hugo", allHistoric: true }),
    "allUserChat, Vendas": await givenAgent({ ...inVendas, name: "Urbano", allUserChat: true }),
    "super, no queue": await givenAgent({ companyId, name: "Sandra", isSuper: true }),
    "another's admin": stranger.admin,
  };

  async function add(ticket: Partial<Parameters<typeof givenTicket>[0]>): Promise<GivenTicket> {
    const made = await givenTicket({ companyId, connectionId: connection.id, ...ticket });
    const message = { companyId, id: randomUUID(), ticketId: made.id, contactId: made.contactId };
    await testDatabase().company(companyId, (tx) =>
      tx.insert(schema.messages).values({ ...message, queueId: ticket.queueId, fromMe: false, body: "Bom dia!" }),
    );
    return made;
  }
  const tickets: Record<string, GivenTicket[]> = {};
  for (let copy = 0; copy < copies; copy++) {
    const closed = await add({ queueId: queue.id, status: "closed", closedAt: new Date() });
    const made: Record<string, GivenTicket> = {
      "waits in Vendas": await add({ queueId: queue.id }),
      "waits, no queue": await add({}),
      "Ana's in Vendas": await add({ queueId: queue.id, status: "open", userId: ana.id }),
      "Bia's in Vendas": await add({ queueId: queue.id, status: "open", userId: bia.id }),
      "closed, Vendas": closed,
      // The same contact also waits in Suporte, by another number: with `allHistoric` the closed ticket is visible
      // there.
      "waits in Suporte": await add({ queueId: support.id, contactId: closed.contactId, connectionId: second }),
    };
    for (const [name, ticket] of Object.entries(made)) tickets[name] = [...(tickets[name] ?? []), ticket];
  }
  return { companyId, queue, support, tag: { id: tag }, people, tickets };
}
