import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CommandType } from "../contracts/commands/index.ts";
import { testNow } from "../contracts/testing/clock.ts";
import { schema } from "../db/index.ts";
import { testDatabase } from "../db/testing/given.ts";
import { type Client, givenSignedIn } from "./testing/given-app.ts";
import { allReceived, givenLive, listenLive } from "./testing/given-live.ts";
import {
  type Action,
  allActions,
  givenPermissionDesk,
  type PermissionDesk,
  type PermissionRow,
  readTable,
  sharedTable,
  ticketTable,
} from "./testing/permission-table.ts";

const { messages, ticketNotes, tickets, ticketTags } = schema;

let given: Awaited<ReturnType<typeof givenLive>>;
beforeAll(async () => {
  given = await givenLive();
});
afterAll(() => given.stop());

/** Result of one attempt on one ticket: whether it was accepted, and otherwise the refusal. */
type Answer = { done: boolean; refusedWith: unknown };
type Door = (client: Client, action: Action, ticketId: string, desk: PermissionDesk, me: string) => Promise<Answer>;

const otherQueue = async (desk: PermissionDesk, ticketId: string) =>
  (await stateOf(desk, ticketId))?.queueId === desk.support.id ? desk.queue.id : desk.support.id;

const byRest: Door = async (client, action, ticketId, desk, userId) => {
  const on = `/tickets/${ticketId}`;
  const calls: Record<Action, () => Promise<{ status: number; body: { code?: string } | null }>> = {
    view: () => client.get(on),
    write: () => client.send("POST", `/messages/${ticketId}`, { body: "Já vou ver" }),
    accept: () => client.send("PUT", on, { status: "open", userId }),
    reopen: () => client.send("PUT", on, { status: "open", userId }),
    return: () => client.send("PUT", on, { status: "pending", userId: null }),
    transfer: async () =>
      client.send("PUT", on, { queueId: await otherQueue(desk, ticketId), status: "pending", userId: null }),
    close: () => client.send("PUT", on, { status: "closed", userId }),
    tag: () => client.send("POST", "/tags/sync", { ticketId, tags: [{ id: desk.tag.id }] }),
    note: () => client.send("POST", "/ticket-notes", { ticketId, note: "Prefere boleto" }),
    delete: () => client.send("DELETE", on),
  };
  const { status, body } = await calls[action]();
  return { done: status < 300, refusedWith: status < 300 ? null : `${status} ${body?.code}` };
};

const byCommand: Door = async (client, action, ticketId, desk) => {
  if (action === "view") return byPull(client, ticketId);
  const queueId = await otherQueue(desk, ticketId);
  const commands: Record<Exclude<Action, "view">, [CommandType, object]> = {
    write: ["message.send", { body: "Já vou ver" }],
    accept: ["ticket.accept", {}],
    reopen: ["ticket.reopen", {}],
    return: ["ticket.return", {}],
    transfer: ["ticket.transfer", { queueId, userId: null }],
    close: ["ticket.close", {}],
    tag: ["ticket.tag", { add: [desk.tag.id] }],
    note: ["note.add", { note: "Prefere boleto" }],
    delete: ["ticket.delete", {}],
  };
  const [type, payload] = commands[action];
  const command = { id: randomUUID(), type, payload: { ticketId, ...payload }, createdAt: testNow().toISOString() };
  const { body } = await client.send("POST", "/sync/commands", { commands: [command] });
  const [result] = body.results as { status: string; code: string | null }[];
  return { done: result?.status === "applied", refusedWith: result?.code };
};

/** Checks what a new device of the user pulls. */
async function byPull(client: Client, ticketId: string): Promise<Answer> {
  const { body } = await client.get("/sync/tickets?limit=500");
  const threads = await client.get(`/sync/threads?ids=${ticketId}`);
  const [list, thread] = [body.documents, threads.body.documents] as { id: string; _deleted?: true }[][];
  const has = [list, thread].map((documents) => documents?.some(({ id, _deleted }) => id === ticketId && !_deleted));
  expect(has[0], "a ticket comes with its thread or not at all").toBe(has[1]);
  return { done: has[0] === true, refusedWith: has[0] ? null : "ERR_NO_TICKET_FOUND" };
}

/** Returns everything that an action could change. */
async function stateOf({ companyId }: PermissionDesk, ticketId: string) {
  return testDatabase().company(companyId, async (tx) => {
    const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, ticketId));
    if (!ticket) return null;
    const { status, userId, queueId } = ticket;
    return {
      status,
      userId,
      queueId,
      messages: (await tx.select().from(messages).where(eq(messages.ticketId, ticketId))).length,
      notes: (await tx.select().from(ticketNotes).where(eq(ticketNotes.ticketId, ticketId))).length,
      tags: (await tx.select().from(ticketTags).where(eq(ticketTags.ticketId, ticketId))).length,
    };
  });
}

/**
 * Returns whether REST has no such action: one body both accepts and reopens, and on a ticket that is not closed it
 * accepts.
 */
const isAnotherWord = (door: Door, action: Action, column: string) =>
  door === byRest && action === (column.startsWith("closed") ? "accept" : "reopen");

async function tried(door: Door, { person, tickets: allowed }: PermissionRow, options: { sharesAnswers: boolean }) {
  const desk = await givenPermissionDesk({ ...options, copies: allActions.length });
  const agent = desk.people[person];
  if (!agent) throw new Error(`the permission table has no user named ${person}`);
  const client = await givenSignedIn(given, agent);
  const found: Record<string, Action[]> = {};
  const wanted: Record<string, Action[]> = {};
  const wrong: string[] = [];
  for (const [column, mayDo] of Object.entries(allowed)) {
    const tries = allActions.filter((action) => !isAnotherWord(door, action, column));
    wanted[column] = tries.filter((action) => mayDo.has(action));
    found[column] = [];
    for (const action of tries) {
      const ticketId = desk.tickets[column]?.[allActions.indexOf(action)]?.id ?? "";
      const before = await stateOf(desk, ticketId);
      const { done, refusedWith } = await door(client, action, ticketId, desk, agent.id);
      const changed = JSON.stringify(await stateOf(desk, ticketId)) !== JSON.stringify(before);
      if (action === "view" ? done : changed) found[column].push(action);
      if (!done && changed) wrong.push(`${action} was refused on "${column}" and done all the same`);
      if (!mayDo.has("view") && !String(refusedWith).includes("ERR_NO_TICKET_FOUND"))
        wrong.push(`${action} on "${column}", which they may not see: ${refusedWith}`);
    }
  }
  return { wanted, found, wrong };
}

const doors: [name: string, door: Door][] = [
  ["REST", byRest],
  ["sync", byCommand],
];

describe.each(doors)("by %s", (_name, door) => {
  test.each(readTable(ticketTable))("$person may do exactly what the table says", async (row) => {
    const { wanted, found, wrong } = await tried(door, row, { sharesAnswers: false });
    expect(found).toEqual(wanted);
    expect(wrong).toEqual([]);
  });

  test.each(readTable(sharedTable))(
    "$person may do exactly what the table says where everyone who sees an open ticket may answer it",
    async (row) => {
      const { wanted, found, wrong } = await tried(door, row, { sharesAnswers: true });
      expect(found).toEqual(wanted);
      expect(wrong).toEqual([]);
    },
  );
});

test("by the live channel: each user receives exactly the tickets that the user may see", async () => {
  const desk = await givenPermissionDesk();
  const rows = readTable(ticketTable);
  const all = Object.values(desk.tickets).flatMap((copies) => copies.map(({ id }) => id));
  const listeners = new Map<string, Awaited<ReturnType<typeof listenLive>>>();
  for (const { person } of rows) {
    const agent = desk.people[person];
    if (!agent) throw new Error(`the permission table has no user named ${person}`);
    const client = await givenSignedIn(given, agent);
    const joins = { notification: true as const, statuses: ["pending", "open", "closed"], chats: all };
    listeners.set(person, await listenLive(given.url, client, joins));
  }
  const own = [...listeners].filter(([person]) => person !== "another's admin").map(([, listening]) => listening);
  await allReceived(given, desk.companyId, own);
  for (const { received } of listeners.values()) received.length = 0;
  await testDatabase().company(desk.companyId, async (tx) => {
    for (const [name, [ticket]] of Object.entries(desk.tickets)) {
      if (!ticket) continue;
      const message = { companyId: desk.companyId, id: randomUUID(), ticketId: ticket.id, contactId: ticket.contactId };
      await tx.insert(messages).values({ ...message, fromMe: false, body: `segredo de ${name}` });
      await tx.update(tickets).set({ unreadMessages: 1 }).where(eq(tickets.id, ticket.id));
    }
  });
  await allReceived(given, desk.companyId, own);
  const receivedOf = Object.fromEntries(
    [...listeners].map(([person, { received }]) => [
      person,
      Object.keys(desk.tickets).filter((name) => JSON.stringify(received).includes(desk.tickets[name]?.[0]?.id ?? "?")),
    ]),
  );
  const seen = rows.map(({ person, tickets: columns }) => [
    person,
    Object.keys(desk.tickets).filter((name) => columns[name]?.has("view")),
  ]);
  for (const listening of listeners.values()) listening.close();
  expect(receivedOf).toEqual(Object.fromEntries(seen));
});
