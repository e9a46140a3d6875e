import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { testNow, testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { givenAgent, givenCompany, givenContact, givenTicket } from "../../../db/testing/given.ts";
import type { Context } from "../../ground/context.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { sendMessage } from "../messages/index.ts";
import {
  acceptTicket,
  changeTicket,
  closeTicket,
  createTicket,
  deleteTicket,
  listTickets,
  loadTicketView,
  markTicketRead,
  reopenTicket,
  requireTicket,
  returnTicket,
  transferTicket,
} from "./index.ts";

const { messages, queues, settings, ticketEvents } = schema;

async function given() {
  const company = await givenCompany();
  const { companyId, queue, connection, ana } = company;
  const carla = await givenAgent({ companyId, name: "Carla", queueIds: [queue.id] });
  const place = { companyId, queueId: queue.id, connectionId: connection.id };
  return {
    ...company,
    carla,
    pending: () => givenTicket({ ...place, unreadMessages: 2 }),
    open: (userId = ana.id) => givenTicket({ ...place, status: "open", userId, unreadMessages: 2 }),
    closed: () => givenTicket({ ...place, status: "closed", userId: ana.id, closedAt: testNow() }),
  };
}

const eventsOf = (companyId: string, ticketId: string) =>
  atDesk(companyId, (ctx) =>
    ctx.db.select().from(ticketEvents).where(eq(ticketEvents.ticketId, ticketId)).orderBy(asc(ticketEvents.id)),
  );
const saidIn = (companyId: string, ticketId: string) =>
  atDesk(companyId, (ctx) =>
    ctx.db.select().from(messages).where(eq(messages.ticketId, ticketId)).orderBy(asc(messages.createdAt)),
  );
const withSetting = (companyId: string, key: string, value: string) =>
  atDesk(companyId, (ctx) => ctx.db.insert(settings).values({ companyId, key, value }));

const steps: [string, (ctx: Context, id: string) => Promise<unknown>][] = [
  ["accept", acceptTicket],
  ["return", returnTicket],
  ["close", closeTicket],
  ["reopen", reopenTicket],
  ["transfer", (ctx, id) => transferTicket(ctx, id, { queueId: randomUUID(), userId: null })],
  ["read", markTicketRead],
  ["delete", deleteTicket],
  ["load", requireTicket],
  ["change", (ctx, id) => changeTicket(ctx, id, { status: "closed" })],
];

test.each(steps)("%s: another company's ticket, and one of a foreign queue, does not exist", async (_name, step) => {
  const { pending, bia } = await given();
  const stranger = await givenCompany();
  const ticket = await pending();
  for (const agent of [stranger.admin, stranger.ana, bia])
    expect((await refusal(acting(agent, (ctx) => step(ctx, ticket.id)))).code).toBe("ERR_NO_TICKET_FOUND");
});

test.each(steps.filter(([name]) => ["return", "close", "transfer", "delete", "change"].includes(name)))(
  "%s: a colleague who only sees an open ticket may not",
  async (_name, step) => {
    const { open, carla } = await given();
    const ticket = await open();
    expect((await refusal(acting(carla, (ctx) => step(ctx, ticket.id)))).code).toBe("ERR_NO_PERMISSION");
  },
);

test("when many agents accept at once, exactly one gets the ticket and the others learn who", async () => {
  const { companyId, queue, pending } = await given();
  const ticket = await pending();
  const agents = await Promise.all(
    Array.from({ length: 6 }, (_, n) => givenAgent({ companyId, name: `Agente ${n}`, queueIds: [queue.id] })),
  );
  const attempts = await Promise.allSettled(
    agents.map((agent) => acting(agent, (ctx) => acceptTicket(ctx, ticket.id))),
  );
  const won = attempts.filter((attempt) => attempt.status === "fulfilled").map((attempt) => attempt.value);
  expect(won).toMatchObject([{ status: "open", unreadMessages: 0 }]);
  const winner = agents.find((agent) => agent.id === won[0]?.userId);
  for (const attempt of attempts.filter((attempt) => attempt.status === "rejected"))
    expect(attempt.reason).toMatchObject({
      code: "ERR_TICKET_NOT_PENDING",
      details: { userId: winner?.id, userName: winner?.name },
    });
  expect(await eventsOf(companyId, ticket.id)).toMatchObject([
    { type: "accepted", userId: winner?.id, device: "Teste" },
  ]);
});

test("accepting one's own ticket from another device changes nothing", async () => {
  const { open, ana, companyId } = await given();
  const ticket = await open();
  expect(await acting(ana, (ctx) => acceptTicket(ctx, ticket.id))).toMatchObject({ userId: ana.id });
  expect(await eventsOf(companyId, ticket.id)).toEqual([]);
});

test("accepting sends a greeting with the agent's name when the company wants it", async () => {
  const { companyId, pending, ana } = await given();
  await withSetting(companyId, "sendGreetingAccepted", "enabled");
  const ticket = await pending();
  await acting(ana, (ctx) => acceptTicket(ctx, ticket.id), new Date("2026-07-01T13:00:00Z"));
  const [said] = await saidIn(companyId, ticket.id);
  expect(said?.body).toBe("Olá Helena, bom dia! Meu nome é Ana e vou continuar o seu atendimento.");
  expect(said?.sendAfter).not.toBeNull();
});

test("returning an open ticket makes it pending without an agent; a pending one is refused", async () => {
  const { open, ana } = await given();
  const ticket = await open();
  expect(await acting(ana, (ctx) => returnTicket(ctx, ticket.id))).toMatchObject({ status: "pending", userId: null });
  expect((await refusal(acting(ana, (ctx) => returnTicket(ctx, ticket.id)))).code).toBe("ERR_TICKET_NOT_OPEN");
});

test("closing sends the queue's completion text, else the connection's, with variables filled in", async () => {
  const { companyId, open, ana, queue, connection } = await given();
  const first = await open();
  await acting(ana, (ctx) => closeTicket(ctx, first.id));
  expect(await saidIn(companyId, first.id)).toEqual([]);

  const { connections, queues } = schema;
  const setText = (completionMessage: string, of: "queue" | "connection") =>
    atDesk(companyId, (ctx) =>
      of === "queue"
        ? ctx.db.update(queues).set({ completionMessage }).where(eq(queues.id, queue.id))
        : ctx.db.update(connections).set({ completionMessage }).where(eq(connections.id, connection.id)),
    );
  await setText("Até logo, {{name}}! Atendimento {{ticket_id}} por {{userName}}.", "connection");
  const second = await open();
  const closed = await acting(ana, (ctx) => closeTicket(ctx, second.id));
  const [goodbye] = await saidIn(companyId, second.id);
  expect(goodbye?.body).toBe(`Até logo, Helena Sampaio! Atendimento ${second.number} por Ana.`);
  expect(closed).toMatchObject({ status: "closed", userId: ana.id, lastMessageId: null, unreadMessages: 0 });

  await setText("{{queue}} agradece.", "queue");
  const third = await open();
  await acting(ana, (ctx) => closeTicket(ctx, third.id));
  expect(await saidIn(companyId, third.id)).toMatchObject([{ body: "Vendas agradece." }]);
  expect((await refusal(acting(ana, (ctx) => closeTicket(ctx, third.id)))).code).toBe("ERR_TICKET_CLOSED");
});

test("a closed ticket is reopened for the acting agent, unless the contact has another unclosed one", async () => {
  const { companyId, connection, queue, closed, open, ana, carla } = await given();
  const ticket = await closed();
  const reopened = await acting(carla, (ctx) => reopenTicket(ctx, ticket.id));
  expect(reopened).toMatchObject({ status: "open", userId: carla.id, closedAt: null });
  const already = await open();
  expect((await refusal(acting(ana, (ctx) => reopenTicket(ctx, already.id)))).code).toBe("ERR_TICKET_NOT_CLOSED");

  const former = { companyId, connectionId: connection.id, queueId: queue.id, contactId: already.contactId };
  const earlier = await givenTicket({ ...former, status: "closed" });
  const refused = await refusal(acting(ana, (ctx) => reopenTicket(ctx, earlier.id)));
  expect(refused).toMatchObject({
    code: "ERR_OTHER_OPEN_TICKET",
    details: { ticketId: already.id, number: already.number, userName: "Ana", canSee: true, canAnswer: true },
  });
});

test("a ticket visible only as history cannot be reopened", async () => {
  const { companyId, support, queue, connection } = await given();
  const eva = await givenAgent({ companyId, name: "Eva", queueIds: [support.id], allHistoric: true });
  const contact = await givenContact({ companyId });
  const place = { companyId, contactId: contact.id };
  const foreign = await givenTicket({ ...place, connectionId: connection.id, queueId: queue.id, status: "closed" });
  expect((await refusal(acting(eva, (ctx) => reopenTicket(ctx, foreign.id)))).code).toBe("ERR_NO_TICKET_FOUND");
  await givenTicket({ ...place, queueId: support.id, status: "closed" });
  expect((await refusal(acting(eva, (ctx) => reopenTicket(ctx, foreign.id)))).code).toBe("ERR_NO_PERMISSION");
});

test("a transfer to a queue waits there, a transfer to an agent continues; the contact is told when wanted", async () => {
  const { companyId, open, ana, bia, support } = await given();
  const ticket = await open();
  const waiting = await acting(ana, (ctx) => transferTicket(ctx, ticket.id, { queueId: support.id, userId: null }));
  expect(waiting).toMatchObject({ status: "pending", userId: null, queueId: support.id });
  expect((await refusal(acting(bia, (ctx) => requireTicket(ctx, ticket.id)))).code).toBe("nothing was refused");
  expect(await saidIn(companyId, ticket.id)).toEqual([]);

  await withSetting(companyId, "sendMsgTransfTicket", "enabled");
  const other = await open();
  const handed = await acting(ana, (ctx) => transferTicket(ctx, other.id, { queueId: support.id, userId: bia.id }));
  expect(handed).toMatchObject({ status: "open", userId: bia.id });
  expect((await saidIn(companyId, other.id))[0]?.body).toContain("*Suporte*, com *Bia*");
});

test("a transfer to another company's queue or agent is refused", async () => {
  const { open, ana, queue } = await given();
  const stranger = await givenCompany();
  const ticket = await open();
  const transfer = (to: { queueId: string; userId: string | null }) =>
    refusal(acting(ana, (ctx) => transferTicket(ctx, ticket.id, to)));
  expect((await transfer({ queueId: stranger.queue.id, userId: null })).code).toBe("ERR_NO_QUEUE_FOUND");
  expect((await transfer({ queueId: queue.id, userId: stranger.ana.id })).code).toBe("ERR_NO_USER_FOUND");
});

const toColleague = (userId: string) => (ctx: Context, id: string) => changeTicket(ctx, id, { userId });

test("a transfer to a colleague with exactly one queue, and no queue named, moves the ticket to that queue", async () => {
  const { companyId, queue, support, open, ana, bia, carla } = await given();
  const [moved, kept, unclear] = [await open(), await open(), await open()];
  expect(await acting(ana, (ctx) => toColleague(bia.id)(ctx, moved.id))).toMatchObject({
    status: "open",
    userId: bia.id,
    queueId: support.id,
  });
  expect((await acting(bia, (ctx) => requireTicket(ctx, moved.id))).id).toBe(moved.id);
  const third = randomUUID();
  await atDesk(companyId, (ctx) =>
    ctx.db.insert(queues).values({ companyId, id: third, name: "Trocas", color: "#123456" }),
  );
  const eva = await givenAgent({ companyId, name: "Eva", queueIds: [support.id, third] });
  // A colleague of the ticket's own queue, and one with two others: the queue stays.
  for (const [ticket, colleague] of [
    [kept, carla],
    [unclear, eva],
  ] as const)
    expect(await acting(ana, (ctx) => toColleague(colleague.id)(ctx, ticket.id))).toMatchObject({
      userId: colleague.id,
      queueId: queue.id,
    });
});

test("a transfer to a colleague without a queue refuses another company's colleague, and an agent who may not", async () => {
  const { open, ana, bia, carla, queue } = await given();
  const stranger = await givenCompany();
  const ticket = await open();
  const transfer = (agent: typeof ana, userId: string) =>
    refusal(acting(agent, (ctx) => toColleague(userId)(ctx, ticket.id)));
  expect((await transfer(ana, stranger.ana.id)).code).toBe("ERR_NO_USER_FOUND");
  expect((await transfer(stranger.ana, stranger.bia.id)).code).toBe("ERR_NO_TICKET_FOUND");
  expect((await transfer(bia, bia.id)).code).toBe("ERR_NO_TICKET_FOUND");
  expect((await transfer(carla, carla.id)).code).toBe("ERR_NO_PERMISSION");
  expect(await acting(ana, (ctx) => requireTicket(ctx, ticket.id))).toMatchObject({
    userId: ana.id,
    queueId: queue.id,
  });
});

test("only an agent who may answer marks a ticket as read", async () => {
  const { open, ana, carla, admin } = await given();
  const ticket = await open();
  expect(await acting(carla, (ctx) => markTicketRead(ctx, ticket.id))).toMatchObject({ unreadMessages: 2 });
  // An admin may answer it, but only looks: the agent keeps the count.
  expect(await acting(admin, (ctx) => markTicketRead(ctx, ticket.id))).toMatchObject({ unreadMessages: 2 });
  expect(await acting(ana, (ctx) => markTicketRead(ctx, ticket.id))).toMatchObject({ unreadMessages: 0 });
});

test("an admin deletes a ticket with its messages", async () => {
  const { companyId, open, ana, admin } = await given();
  const ticket = await open();
  await acting(ana, (ctx) => sendMessage(ctx, { id: randomUUID(), ticketId: ticket.id, body: "oi" }));
  await acting(admin, (ctx) => deleteTicket(ctx, ticket.id));
  expect(await saidIn(companyId, ticket.id)).toEqual([]);
});

test("a new ticket is idempotent, on the default connection, in the agent's only queue", async () => {
  const { companyId, ana, queue, connection } = await given();
  const contact = await givenContact({ companyId });
  const id = randomUUID();
  const twice = await Promise.all(
    [1, 2].map(() => acting(ana, (ctx) => createTicket(ctx, { id, contactId: contact.id }))),
  );
  expect(twice.map((ticket) => ticket.id)).toEqual([id, id]);
  expect(twice[0]).toMatchObject({
    status: "open",
    userId: ana.id,
    queueId: queue.id,
    connectionId: connection.id,
    number: 1,
  });
  const refused = await refusal(acting(ana, (ctx) => createTicket(ctx, { contactId: contact.id })));
  const details = { ticketId: id, number: 1, userName: "Ana", queueName: "Vendas", canSee: true, canAnswer: true };
  expect(refused).toEqual({ code: "ERR_OTHER_OPEN_TICKET", details });
});

test("a refused second ticket says whose the first is, and whether the user may see and answer it", async () => {
  const { companyId, ana, bia, admin, queue, support, connection } = await given();
  const detailsFor = async (asking: typeof ana, ticket: Partial<Parameters<typeof givenTicket>[0]>) => {
    const { id: contactId } = await givenContact({ companyId });
    await givenTicket({ companyId, contactId, connectionId: connection.id, ...ticket });
    return (await refusal(acting(asking, (ctx) => createTicket(ctx, { contactId, queueId: asking.queueIds[0] }))))
      .details;
  };
  const ofAna = { queueId: queue.id, status: "open", userId: ana.id } as const;
  const names = { userName: "Ana", queueName: "Vendas" };
  expect(await detailsFor(ana, ofAna)).toMatchObject({ ...names, canSee: true, canAnswer: true });
  expect(await detailsFor(bia, ofAna)).toMatchObject({ ...names, canSee: false, canAnswer: false });
  expect(await detailsFor(admin, ofAna)).toMatchObject({ ...names, canSee: true, canAnswer: true });
  const ofBia = { queueId: queue.id, status: "open", userId: bia.id } as const;
  expect(await detailsFor(ana, ofBia)).toMatchObject({ userName: "Bia", canSee: true, canAnswer: false });
  const waiting = { queueId: support.id, status: "pending", userId: null } as const;
  expect(await detailsFor(bia, waiting)).toMatchObject({ userName: null, canSee: true, canAnswer: true });
  expect(await detailsFor(ana, waiting)).toMatchObject({ queueName: "Suporte", canSee: false, canAnswer: false });
});

test("a new ticket requires a contact, a queue and a connection of the company, and one of the agent's queues", async () => {
  const { companyId, ana, support } = await given();
  const stranger = await givenCompany();
  const contact = await givenContact({ companyId });
  const theirs = await givenContact({ companyId: stranger.companyId });
  const create = (wanted: Partial<Parameters<typeof createTicket>[1]>) =>
    refusal(acting(ana, (ctx) => createTicket(ctx, { contactId: contact.id, ...wanted })));
  expect((await create({ contactId: theirs.id })).code).toBe("ERR_NO_CONTACT_FOUND");
  expect((await create({ queueId: stranger.queue.id })).code).toBe("ERR_NO_QUEUE_FOUND");
  expect((await create({ connectionId: stranger.connection.id })).code).toBe("ERR_NO_WAPP_FOUND");
  expect((await create({ queueId: support.id })).code).toBe("ERR_NO_PERMISSION");
});

test("an agent with several queues must name one, and a company without a default connection cannot start a ticket", async () => {
  const { companyId, queue, support, admin, connection } = await given();
  const both = await givenAgent({ companyId, queueIds: [queue.id, support.id] });
  const contact = await givenContact({ companyId });
  expect((await refusal(acting(both, (ctx) => createTicket(ctx, { contactId: contact.id })))).code).toBe(
    "ERR_VALIDATION",
  );
  await atDesk(companyId, (ctx) =>
    ctx.db.update(schema.connections).set({ isDefault: false }).where(eq(schema.connections.id, connection.id)),
  );
  expect((await refusal(acting(admin, (ctx) => createTicket(ctx, { contactId: contact.id })))).code).toBe(
    "ERR_NO_DEF_WAPP_FOUND",
  );
});

test("changeTicket translates fields into the right verb", async () => {
  const { companyId, pending, ana, bia, admin, support } = await given();
  const { id } = await pending();
  const change = (agent: typeof ana, fields: Parameters<typeof changeTicket>[2]) =>
    acting(agent, (ctx) => changeTicket(ctx, id, fields));
  expect(await change(ana, { status: "open", userId: ana.id })).toMatchObject({ status: "open", userId: ana.id });
  expect(await change(ana, { status: "pending", userId: null })).toMatchObject({ status: "pending", userId: null });
  await change(admin, { status: "open", userId: ana.id });
  await change(ana, { status: "closed", userId: ana.id });
  await change(ana, { status: "open", userId: ana.id });
  await change(ana, { queueId: support.id, userId: bia.id });
  await change(bia, { queueId: support.id, status: "pending", userId: null });
  expect((await eventsOf(companyId, id)).map((event) => event.type)).toEqual([
    "accepted",
    "returned",
    "transferred",
    "closed",
    "reopened",
    "transferred",
    "transferred",
  ]);
});

test("lists follow switch, tab and filters, within the user's visibility", async () => {
  const { companyId, ana, bia, carla, admin, open, pending, queue, connection, support } = await given();
  const mine = await open();
  const colleagues = await open(carla.id);
  const waiting = await pending();
  const foreign = await givenTicket({ companyId, connectionId: connection.id, queueId: support.id });
  const noQueue = await givenTicket({ companyId, connectionId: connection.id });
  const list = async (agent: typeof ana, filter: Parameters<typeof listTickets>[1]) =>
    (await acting(agent, (ctx) => listTickets(ctx, filter))).tickets.map((ticket) => ticket.id).sort();
  const ids = (...tickets: { id: string }[]) => tickets.map((ticket) => ticket.id).sort();

  expect(await list(ana, { status: "open" })).toEqual(ids(mine));
  expect(await list(ana, { status: "open", showAll: true })).toEqual(ids(mine));
  expect(await list({ ...ana, allUserChat: true }, { status: "open", showAll: true })).toEqual(ids(mine, colleagues));
  expect(await list(ana, { status: "pending" })).toEqual(ids(waiting, noQueue));
  expect(await list(bia, { status: "pending" })).toEqual(ids(foreign));
  expect(await list(bia, { status: "open", showAll: true })).toEqual([]);
  expect(await list(admin, { status: "pending", queueIds: [support.id] })).toEqual(ids(foreign, noQueue));
  expect(await list(admin, { userIds: [carla.id] })).toEqual(ids(colleagues));
  expect(await list(ana, { withUnread: true })).toEqual(ids(mine, waiting));
  const tag = { id: randomUUID(), name: "VIP", color: "#aa3300" };
  await atDesk(companyId, async (ctx) => {
    await ctx.db.insert(schema.tags).values({ companyId, ...tag });
    await ctx.db.insert(schema.ticketTags).values({ companyId, ticketId: mine.id, tagId: tag.id });
  });
  expect(await list(ana, { tagIds: [tag.id] })).toEqual(ids(mine));
  expect(await acting(ana, (ctx) => loadTicketView(ctx, mine.id))).toMatchObject({
    user: { name: "Ana" },
    queue: { id: queue.id, name: "Vendas" },
    connection: { name: "Loja" },
    tags: [tag],
    contact: { extraInfo: [] },
  });
});

test("search finds contacts without accents and message texts, but nothing of foreign tickets", async () => {
  const { companyId, ana, bia, open, queue, connection } = await given();
  const joao = await givenContact({ companyId, name: "João 100%", search: "joao 100%" });
  const place = { companyId, queueId: queue.id, connectionId: connection.id };
  const named = await givenTicket({ ...place, contactId: joao.id });
  const talked = await open();
  await acting(ana, (ctx) => sendMessage(ctx, { id: randomUUID(), ticketId: talked.id, body: "Forno de cerâmica" }));
  await atDesk(companyId, (ctx) =>
    ctx.db.update(schema.contacts).set({ search: "joao 100%" }).where(eq(schema.contacts.id, joao.id)),
  );
  const search = async (agent: typeof ana, text: string) =>
    (await acting(agent, (ctx) => listTickets(ctx, { search: text }))).tickets.map((ticket) => ticket.id);
  expect(await search(ana, "JOÃO")).toEqual([named.id]);
  expect(await search(ana, "100%")).toEqual([named.id]);
  expect(await search(ana, "1_0%")).toEqual([]);
  expect(await search(ana, "ceramica")).toEqual([talked.id]);
  expect(await search(ana, `#${named.number}`)).toEqual([named.id]);
  expect(await search(bia, "ceramica")).toEqual([]);
  await acting(ana, (ctx) => transferTicket(ctx, talked.id, { queueId: bia.queueIds[0] as string, userId: null }));
  expect(await search(bia, "ceramica")).toEqual([talked.id]);
  expect(await search(ana, "ceramica")).toEqual([]);
});

test("a search for a common word is paged like a list and shows only visible tickets", async () => {
  const { companyId, admin, ana, bia, support, queue, connection } = await given();
  await atDesk(companyId, async ({ db }) => {
    for (let n = 0; n < 45; n++) {
      const [contactId, id] = [randomUUID(), randomUUID()];
      const lastMessageAt = new Date(testTime() - n * 1000);
      await db.insert(schema.contacts).values({ companyId, id: contactId, name: `Cliente ${n}` });
      const place = { companyId, contactId, queueId: queue.id, connectionId: connection.id };
      // Three were written in the other queue: the first two are still there, the third was transferred to Ana's.
      const queueId = n < 3 ? support.id : queue.id;
      const ticket = { ...place, id, number: 1_000 + n, lastMessageAt, ...(n < 2 && { queueId }) };
      await db.insert(schema.tickets).values(ticket);
      await db
        .insert(schema.messages)
        .values({ ...place, queueId, id: randomUUID(), ticketId: id, fromMe: false, body: "Olá, já é MANHÃ?" });
    }
  });
  const search = async (agent: typeof ana, page: number) => {
    const { tickets, hasMore } = await acting(agent, (ctx) => listTickets(ctx, { search: "manha", page }));
    return { numbers: tickets.map((ticket) => ticket.number), hasMore };
  };
  const upTo = (first: number, end: number) => Array.from({ length: end - first }, (_, n) => 1_000 + first + n);
  expect(await search(admin, 1)).toEqual({ numbers: upTo(0, 40), hasMore: true });
  expect(await search(admin, 2)).toEqual({ numbers: upTo(40, 45), hasMore: false });
  expect(await search(ana, 1)).toEqual({ numbers: upTo(2, 42), hasMore: true });
  expect(await search(ana, 2)).toEqual({ numbers: upTo(42, 45), hasMore: false });
  expect(await search(bia, 1)).toEqual({ numbers: upTo(0, 2), hasMore: false });
});

test("a list comes in pages of forty, newest first", async () => {
  const { companyId, admin, connection } = await given();
  const contacts = await Promise.all(Array.from({ length: 41 }, () => givenContact({ companyId })));
  for (const [n, contact] of contacts.entries())
    await givenTicket({
      companyId,
      contactId: contact.id,
      connectionId: connection.id,
      lastMessageAt: new Date(testTime() - n * 1000),
    });
  const first = await acting(admin, (ctx) => listTickets(ctx, { status: "pending" }));
  const second = await acting(admin, (ctx) => listTickets(ctx, { status: "pending", page: 2 }));
  expect([first.tickets.length, first.hasMore, second.tickets.length, second.hasMore]).toEqual([40, true, 1, false]);
  expect([...first.tickets, ...second.tickets].map((ticket) => ticket.contactId)).toEqual(
    contacts.map((contact) => contact.id),
  );
});
