import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import { type CompanyDb, schema } from "../../db/index.ts";
import { givenAgent, givenCompany, givenTicket, testDatabase } from "../../db/testing/given.ts";
import { onlineUsers } from "../../domain/account/users/index.ts";
import { givenSignedIn, json } from "../testing/given-app.ts";
import { allReceived, givenLive, type Listening, listenLive } from "../testing/given-live.ts";

const { tickets, messages, users, contacts, connections, queues, settings, quickMessages } = schema;

type Given = Awaited<ReturnType<typeof givenLive>>;
let given: Given;
let other: Given;
const open: Listening[] = [];
beforeAll(async () => {
  given = await givenLive();
  other = await givenLive();
});
afterAll(async () => {
  for (const listening of open) listening.close();
  await given.stop();
  await other.stop();
});

async function listen(...args: Parameters<typeof listenLive>): Promise<Listening> {
  const listening = await listenLive(...args);
  open.push(listening);
  return listening;
}

/** Creates a company without single sessions, so that one user can listen on several sockets. */
async function givenDesk() {
  const company = await givenCompany();
  const { companyId } = company;
  await testDatabase().company(companyId, (tx) =>
    tx.insert(settings).values({ companyId, key: "singleSession", value: "disabled" }),
  );
  // Assigns revisions to the existing rows, so that they are not emitted later.
  await given.sequencer.run(companyId);
  const change = (work: (tx: CompanyDb) => Promise<unknown>) => testDatabase().company(companyId, work);
  return { ...company, change };
}

const everything = { notification: true, statuses: ["pending", "open", "closed"] } as const;
const joins = () => ({ notification: true as const, statuses: [...everything.statuses] });

describe("the live channel", () => {
  test("accepts a socket without a session and emits nothing to it, whatever it joins", async () => {
    const { companyId, queue, ana } = await givenDesk();
    const client = await givenSignedIn(given, ana);
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    const strangers = await Promise.all([
      listen(given.url, null, { ...joins(), chats: [ticket.id] }),
      listen(given.url, { token: "made.up" }, { ...joins(), chats: [ticket.id] }),
    ]);
    const ofAna = await listen(given.url, client, joins());
    await testDatabase().company(companyId, (tx) =>
      tx.update(tickets).set({ unreadMessages: 3 }).where(eq(tickets.id, ticket.id)),
    );
    await allReceived(given, companyId, [ofAna]);
    expect(ofAna.named("ticket").length).toBeGreaterThan(0);
    for (const stranger of strangers) expect(stranger.received).toEqual([]);
  });

  test("accepts bearer and cookie in any process, but not a cookie from another origin", async () => {
    const { companyId, ana } = await givenDesk();
    const { token, cookie } = await givenSignedIn(given, ana);
    const byBearer = await listen(given.url, { token });
    const byCookie = await listen(other.url, { cookie });
    const foreign = await listenFrom("https://estranha.example", cookie);
    const known = await listenFrom("https://outra.example", cookie);
    await allReceived(given, companyId, [byBearer, byCookie, known]);
    expect(foreign.received).toEqual([]);
  });

  const listenFrom = (origin: string, cookie: string) => listen(given.url, { cookie, origin });

  test("emits to each user only the tickets that the user may see", async () => {
    const desk = await givenDesk();
    const { companyId, queue, support, ana, bia, admin, change } = desk;
    const all = await givenAgent({ companyId, name: "Sem fila", allTicket: true });
    const historic = await givenAgent({ companyId, name: "Histórico", queueIds: [support.id], allHistoric: true });
    const people = { ana, bia, admin, all, historic };
    const receivedBy: Record<string, Listening> = {};
    const kinds = {
      vendas: { queueId: queue.id },
      suporte: { queueId: support.id },
      "sem fila": { queueId: null },
      "da Bia em Vendas": { queueId: queue.id, userId: bia.id, status: "open" as const },
      "fechado em Vendas": { queueId: queue.id, status: "closed" as const },
    };
    const made = new Map<string, { id: string; contactId: string }>();
    for (const [name, kind] of Object.entries(kinds)) made.set(name, await givenTicket({ companyId, ...kind }));
    // With `allHistoric` an agent who has a ticket of the contact sees the contact's closed tickets.
    const closed = made.get("fechado em Vendas");
    await givenTicket({ companyId, queueId: support.id, contactId: closed?.contactId });
    for (const [name, agent] of Object.entries(people)) {
      const client = await givenSignedIn(given, agent);
      receivedBy[name] = await listen(given.url, client, { ...joins(), chats: [...made.values()].map(({ id }) => id) });
    }
    await allReceived(given, companyId, Object.values(receivedBy));
    for (const { received } of Object.values(receivedBy)) received.length = 0;
    await change(async (tx) => {
      for (const { id, contactId } of made.values()) {
        const message = { companyId, id: randomUUID(), ticketId: id, contactId, fromMe: false, body: `segredo ${id}` };
        await tx.insert(messages).values(message);
        await tx.update(tickets).set({ lastMessageId: message.id, unreadMessages: 1 }).where(eq(tickets.id, id));
      }
    });
    await allReceived(given, companyId, Object.values(receivedBy));
    const table = Object.fromEntries(
      Object.entries(receivedBy).map(([name, { received }]) => [
        name,
        [...made].filter(([, { id }]) => JSON.stringify(received).includes(id)).map(([kind]) => kind),
      ]),
    );
    expect(table).toEqual({
      ana: ["vendas", "sem fila", "da Bia em Vendas", "fechado em Vendas"],
      bia: ["suporte", "da Bia em Vendas"],
      admin: ["vendas", "suporte", "sem fila", "da Bia em Vendas", "fechado em Vendas"],
      all: ["sem fila"],
      historic: ["suporte", "fechado em Vendas"],
    });
    const created = receivedBy.bia?.named("appMessage").filter(({ action }) => action === "create") ?? [];
    expect(created).toHaveLength(2);
  });

  test("emits a campaign to users who may manage campaigns", async () => {
    const { companyId, admin, ana } = await givenDesk();
    const client = await givenSignedIn(given, admin);
    const ofAdmin = await listen(given.url, client, joins());
    const ofAna = await listen(given.url, await givenSignedIn(given, ana), joins());
    const made = await client.request("/campaigns", json("POST", { name: "Volta às aulas" }));
    const { id } = await made.json();
    await allReceived(given, companyId, [ofAdmin, ofAna]);
    expect(ofAdmin.named("campaign")).toMatchObject([{ action: "create", record: { id, status: "INATIVA" } }]);
    expect(ofAna.named("campaign")).toEqual([]);
  });

  test("emits a message of a transferred ticket to its receiver, and nothing of foreign tickets", async () => {
    const { companyId, queue, support, ana, bia, change } = await givenDesk();
    const ticket = await givenTicket({ companyId, queueId: support.id, userId: bia.id, status: "open" });
    const ofAna = await listen(given.url, await givenSignedIn(given, ana), { ...joins(), chats: [ticket.id] });
    const ofBia = await listen(given.url, await givenSignedIn(given, bia), { ...joins(), chats: [ticket.id] });
    await change((tx) =>
      tx.insert(messages).values({
        companyId,
        id: randomUUID(),
        ticketId: ticket.id,
        contactId: ticket.contactId,
        queueId: queue.id,
        fromMe: true,
        body: "escrito em Vendas",
      }),
    );
    await allReceived(given, companyId, [ofAna, ofBia]);
    expect(ofBia.named("appMessage")).toMatchObject([{ message: { hidden: false, body: "escrito em Vendas" } }]);
    expect(JSON.stringify(ofAna.received)).not.toContain("escrito em Vendas");
  });

  test("applies new permissions at once, and disconnects a deleted user", async () => {
    const { companyId, queue, support, bia, admin, change } = await givenDesk();
    const ofBia = await listen(given.url, await givenSignedIn(given, bia), joins());
    const ofAdmin = await listen(given.url, await givenSignedIn(given, admin), joins());
    await change(async (tx) => {
      await tx.insert(schema.userQueues).values({ companyId, userId: bia.id, queueId: queue.id });
      await tx.delete(schema.userQueues).where(sql`queue_id = ${support.id}::uuid and user_id = ${bia.id}::uuid`);
    });
    const [now, before] = [
      await givenTicket({ companyId, queueId: queue.id }),
      await givenTicket({ companyId, queueId: support.id }),
    ];
    await allReceived(given, companyId, [ofBia, ofAdmin]);
    expect(JSON.stringify(ofBia.named("ticket"))).toContain(now.id);
    expect(JSON.stringify(ofBia.named("ticket"))).not.toContain(before.id);
    await change((tx) => tx.delete(users).where(eq(users.id, bia.id)));
    await allReceived(given, companyId, [ofAdmin]);
    await expect.poll(() => ofBia.socket.connected).toBe(false);
    expect(ofAdmin.named("user")).toContainEqual(expect.objectContaining({ action: "delete", userId: bia.id }));
  });
});

describe("the live channel's events of a ticket", () => {
  test("delete it from the old status list, then update the new one and its own room", async () => {
    const { companyId, queue, ana, change } = await givenDesk();
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    await given.sequencer.run(companyId);
    const client = await givenSignedIn(given, ana);
    const [pending, opened, chat] = await Promise.all([
      listen(given.url, client, { statuses: ["pending"] }),
      listen(other.url, client, { statuses: ["open"] }),
      listen(given.url, client, { chats: [ticket.id] }),
    ]);
    await allReceived(given, companyId, [pending, opened, chat]);
    await client.send("PUT", `/tickets/${ticket.id}`, { status: "open", userId: ana.id });
    await allReceived(given, companyId, [pending, opened, chat]);
    expect(pending.named("ticket").slice(-1)).toMatchObject([{ action: "delete", ticketId: ticket.id }]);
    expect(opened.named("ticket")[0]).toMatchObject({
      action: "update",
      ticketId: ticket.id,
      ticket: {
        id: ticket.id,
        status: "open",
        userId: ana.id,
        user: { name: "Ana" },
        contact: { name: "Helena Sampaio" },
      },
    });
    expect(chat.named("ticket").map(({ action }) => action)).not.toContain("delete");
    expect(chat.named("ticket")[0]).toMatchObject({ action: "update", ticket: { status: "open" } });
    const both = await listen(given.url, client, { statuses: ["open", "closed"] });
    await allReceived(given, companyId, [both]);
    both.received.length = 0;
    await change((tx) => tx.update(tickets).set({ status: "closed" }).where(eq(tickets.id, ticket.id)));
    await allReceived(given, companyId, [both]);
    expect(
      both
        .named("ticket")
        .map(({ action }) => action)
        .slice(0, 2),
    ).toEqual(["delete", "update"]);
  });

  test("delete it for a user who may no longer see it, and stop emitting its messages", async () => {
    const { companyId, queue, support, ana, change } = await givenDesk();
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    const ofAna = await listen(given.url, await givenSignedIn(given, ana), { ...joins(), chats: [ticket.id] });
    await allReceived(given, companyId, [ofAna]);
    ofAna.received.length = 0;
    await change((tx) => tx.update(tickets).set({ queueId: support.id }).where(eq(tickets.id, ticket.id)));
    await allReceived(given, companyId, [ofAna]);
    expect(ofAna.named("ticket")).toEqual([
      { event: `company-${companyId}-ticket`, action: "delete", ticketId: ticket.id },
    ]);
    ofAna.received.length = 0;
    const message = { companyId, id: randomUUID(), ticketId: ticket.id, contactId: ticket.contactId, fromMe: false };
    await change((tx) => tx.insert(messages).values({ ...message, body: "segredo" }));
    await change((tx) => tx.delete(tickets).where(eq(tickets.id, ticket.id)));
    await allReceived(given, companyId, [ofAna]);
    expect(JSON.stringify(ofAna.received)).not.toContain(ticket.id);
  });

  test("emit updateUnread once when it is read", async () => {
    const { companyId, queue, ana, change } = await givenDesk();
    const ticket = await givenTicket({ companyId, queueId: queue.id, userId: ana.id, status: "open" });
    const client = await givenSignedIn(given, ana);
    const ofAna = await listen(given.url, client, joins());
    const set = (unreadMessages: number) =>
      change((tx) => tx.update(tickets).set({ unreadMessages }).where(eq(tickets.id, ticket.id)));
    await set(2);
    await allReceived(given, companyId, [ofAna]);
    ofAna.received.length = 0;
    await set(0);
    await allReceived(given, companyId, [ofAna]);
    await set(0);
    await allReceived(given, companyId, [ofAna]);
    expect(ofAna.named("ticket")).toEqual([
      { event: `company-${companyId}-ticket`, action: "updateUnread", ticketId: ticket.id },
    ]);
  });

  test("update it on status, assignee, queue, tags and name, not on a message or an acknowledgement", async () => {
    const { companyId, queue, support, ana, admin, change } = await givenDesk();
    const ticket = await givenTicket({ companyId, queueId: queue.id, status: "open", userId: ana.id });
    const tag = { companyId, id: randomUUID(), name: "Novo", color: "#123456" };
    await change((tx) => tx.insert(schema.tags).values(tag));
    const ofAdmin = await listen(given.url, await givenSignedIn(given, admin), { ...joins(), chats: [ticket.id] });
    await allReceived(given, companyId, [ofAdmin]);
    const updates = async (work: (tx: CompanyDb) => Promise<unknown>) => {
      ofAdmin.received.length = 0;
      await change(work);
      await allReceived(given, companyId, [ofAdmin]);
      return ofAdmin.named("ticket").filter(({ action }) => action === "update").length;
    };
    const set = (columns: Partial<typeof tickets.$inferInsert>) =>
      updates((tx) => tx.update(tickets).set(columns).where(eq(tickets.id, ticket.id)));
    const message = { companyId, id: randomUUID(), ticketId: ticket.id, contactId: ticket.contactId, fromMe: true };
    const counted = {
      message: await updates(async (tx) => {
        await tx.insert(messages).values({ ...message, body: "Oi" });
        await tx.update(tickets).set({ lastMessageId: message.id }).where(eq(tickets.id, ticket.id));
      }),
      acknowledgement: await updates((tx) => tx.update(messages).set({ ack: 3 }).where(eq(messages.id, message.id))),
      unread: await set({ unreadMessages: 4 }),
      robot: await set({ isBot: true }),
      tag: await updates((tx) =>
        tx.insert(schema.ticketTags).values({ companyId, ticketId: ticket.id, tagId: tag.id }),
      ),
      name: await updates((tx) => tx.update(contacts).set({ name: "Rui" }).where(eq(contacts.id, ticket.contactId))),
      queue: await set({ queueId: support.id }),
      assignee: await set({ userId: admin.id }),
      status: await set({ status: "closed", userId: null }),
    };
    expect(counted).toEqual({
      ...{ message: 0, acknowledgement: 0, unread: 0, robot: 0 },
      ...{ tag: 1, name: 1, queue: 1, assignee: 1, status: 1 },
    });
  });
});

describe("the live channel's events of a message", () => {
  test("emit a new message to its ticket's room, its status and notifications; an acknowledgement to its room only", async () => {
    const { companyId, queue, ana, change } = await givenDesk();
    const ticket = await givenTicket({ companyId, queueId: queue.id, userId: ana.id, status: "open" });
    const client = await givenSignedIn(given, ana);
    const inRooms = await Promise.all([
      listen(given.url, client, { chats: [ticket.id] }),
      listen(given.url, client, { statuses: ["open"] }),
      listen(given.url, client, { notification: true }),
      listen(given.url, client, { statuses: ["pending"] }),
    ]);
    await allReceived(given, companyId, inRooms);
    const message = { companyId, id: randomUUID(), ticketId: ticket.id, contactId: ticket.contactId, fromMe: true };
    await change((tx) => tx.insert(messages).values({ ...message, body: "Oi" }));
    await allReceived(given, companyId, inRooms);
    await change((tx) => tx.update(messages).set({ ack: 2 }).where(eq(messages.id, message.id)));
    await allReceived(given, companyId, inRooms);
    const received = inRooms.map((room) => room.named("appMessage").map(({ action }) => action));
    expect(received).toEqual([["create", "update"], ["create"], ["create"], []]);
  });

  test("include a message's ticket and contact, and emit an acknowledgement as an update", async () => {
    const { companyId, queue, ana, change } = await givenDesk();
    const ticket = await givenTicket({ companyId, queueId: queue.id, userId: ana.id, status: "open" });
    const ofAna = await listen(given.url, await givenSignedIn(given, ana), { chats: [ticket.id] });
    await allReceived(given, companyId, [ofAna]);
    const id = randomUUID();
    const message = { companyId, id, ticketId: ticket.id, contactId: ticket.contactId, fromMe: true, body: "Tem sim." };
    await change((tx) => tx.insert(messages).values(message));
    await allReceived(given, companyId, [ofAna]);
    await change((tx) => tx.update(messages).set({ ack: 3 }).where(eq(messages.id, id)));
    await allReceived(given, companyId, [ofAna]);
    const [created, updated] = ofAna.named("appMessage");
    expect(created).toMatchObject({
      action: "create",
      message: { id, body: "Tem sim.", fromMe: true, ack: 0, ticketId: ticket.id },
      ticket: { id: ticket.id, status: "open" },
      contact: { id: ticket.contactId, name: "Helena Sampaio" },
    });
    expect(updated).toMatchObject({ action: "update", message: { id, ack: 3, read: true } });
    expect(updated).not.toHaveProperty("ticket");
  });
});

test("the company's records are emitted as listed; QR codes, tokens and e-mails to admins only", async () => {
  const { companyId, queue, connection, ana, admin, change } = await givenDesk();
  const ofAna = await listen(given.url, await givenSignedIn(given, ana));
  const ofAdmin = await listen(given.url, await givenSignedIn(given, admin));
  const [contactId, tagId, ownId, user] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await change(async (tx) => {
    await tx.insert(contacts).values({ companyId, id: contactId, name: "Rui", number: "5531988880000", search: "rui" });
    await tx.insert(schema.tags).values({ companyId, id: tagId, name: "Novo", color: "#123456" });
    await tx.insert(quickMessages).values({ companyId, id: ownId, shortcode: "meu", message: "Oi", userId: admin.id });
    await tx
      .insert(users)
      .values({ companyId, id: user, name: "Rui", email: `${user}@teste.example`, passwordHash: "segredo-hash" });
    await tx.insert(settings).values([
      { companyId, key: "userRating", value: "enabled" },
      { companyId, key: "asaas", value: "chave-secreta" },
    ]);
    await tx.update(queues).set({ name: "Vendas Novas" }).where(eq(queues.id, queue.id));
    await tx.update(schema.companies).set({ timeZone: "America/Manaus" });
    await tx
      .update(connections)
      .set({ status: "qrcode", qrcode: "2@segredo", tokenHash: "token-segredo", retries: 1 })
      .where(eq(connections.id, connection.id));
  });
  await allReceived(given, companyId, [ofAna, ofAdmin]);
  await change((tx) => tx.delete(schema.tags).where(eq(schema.tags.id, tagId)));
  await change((tx) => tx.delete(contacts).where(eq(contacts.id, contactId)));
  const line = { companyId, id: randomUUID(), queueId: queue.id, title: "Boleto", position: 1 };
  await change((tx) => tx.insert(schema.queueOptions).values(line));
  await allReceived(given, companyId, [ofAna, ofAdmin]);
  const said = (listening: Listening, name: string) => listening.named(name);
  expect(said(ofAna, "contact")).toMatchObject([
    { action: "create", contact: { id: contactId, name: "Rui" } },
    { action: "delete", contactId },
  ]);
  expect(said(ofAna, "tag")).toContainEqual({
    event: `company-${companyId}-tag`,
    action: "create",
    tag: { id: tagId, name: "Novo", color: "#123456", kanban: 0 },
  });
  expect(said(ofAna, "tag")).toContainEqual({ event: `company-${companyId}-tag`, action: "delete", tagId });
  const told = { action: "update", queue: { id: queue.id, name: "Vendas Novas" } };
  // Emitted once for its name and once for its menu.
  expect(said(ofAna, "queue")).toMatchObject([told, told]);
  expect(said(ofAna, "settings")).toContainEqual({
    event: `company-${companyId}-settings`,
    action: "update",
    setting: { key: "timeZone", value: "America/Manaus" },
  });
  expect(said(ofAna, "settings")).toContainEqual({
    event: `company-${companyId}-settings`,
    action: "update",
    setting: { key: "userRating", value: "enabled" },
  });
  expect(said(ofAna, "quickmessage")).toEqual([]);
  expect(said(ofAdmin, "quickmessage")).toMatchObject([{ action: "create", record: { id: ownId, geral: false } }]);
  expect(said(ofAna, "whatsappSession")).toMatchObject([
    { action: "update", session: { id: connection.id, status: "qrcode", qrcode: "", retries: 1 } },
  ]);
  expect(said(ofAdmin, "whatsappSession")).toMatchObject([{ session: { qrcode: "2@segredo" } }]);
  expect(said(ofAdmin, "whatsapp")).toMatchObject([
    { action: "update", whatsapp: { id: connection.id, name: "Loja" } },
  ]);
  expect(said(ofAdmin, "user").at(-1)).toMatchObject({ user: { id: user, email: `${user}@teste.example` } });
  expect(JSON.stringify(ofAna.received)).not.toMatch(/segredo|chave-secreta/);
  expect(JSON.stringify(ofAna.received)).not.toContain(`${user}@teste.example`);
  expect(JSON.stringify(ofAdmin.received)).not.toMatch(/segredo-hash|chave-secreta/);
});

describe("the live channel's session", () => {
  test("is notified and disconnected when it ends elsewhere, in any process", async () => {
    const { companyId, ana } = await givenCompany();
    const first = await givenSignedIn(given, ana);
    const ofFirst = await listen(other.url, first);
    await givenSignedIn(given, ana);
    await expect.poll(() => ofFirst.socket.connected).toBe(false);
    expect(ofFirst.named("auth")).toEqual([
      {
        event: `company-${companyId}-auth`,
        action: "update",
        user: { id: ana.id, email: `${ana.id}@teste.example`, companyId },
      },
    ]);
  });

  test("is disconnected on sign-out, and by the periodic check when the notification was lost", async () => {
    const { companyId, ana, change } = await givenDesk();
    const [gone, missed] = [await givenSignedIn(given, ana), await givenSignedIn(given, ana)];
    const [ofGone, ofMissed] = [await listen(given.url, gone), await listen(given.url, missed)];
    await gone.send("DELETE", "/auth/logout");
    await expect.poll(() => ofGone.socket.connected).toBe(false);
    expect(ofMissed.socket.connected).toBe(true);
    await change((tx) => tx.delete(schema.sessions).where(eq(schema.sessions.companyId, companyId)));
    await given.live.checkSessions();
    await expect.poll(() => ofMissed.socket.connected).toBe(false);
  });

  test("is disconnected after the company's due date, and hears nothing after it", async () => {
    const { companyId, queue, ana, change } = await givenDesk();
    const ofAna = await listen(given.url, await givenSignedIn(given, ana), joins());
    const dueDate = new Date(testTime() - 1);
    await change((tx) => tx.update(schema.companies).set({ dueDate }).where(eq(schema.companies.id, companyId)));
    await given.live.checkSessions();
    await expect.poll(() => ofAna.socket.connected).toBe(false);
    await givenTicket({ companyId, queueId: queue.id });
    await given.sequencer.run(companyId);
    expect(ofAna.named("ticket")).toEqual([]);
  });

  test("marks its user as online on `userStatus`", async () => {
    const { companyId, ana } = await givenDesk();
    const client = await givenSignedIn(given, ana);
    const ofAna = await listen(given.url, client);
    const online = () => testDatabase().company(companyId, (db) => onlineUsers({ db, companyId, now: testNow() }));
    expect([...(await online()).keys()]).toEqual([]);
    ofAna.socket.emit("userStatus");
    await expect.poll(async () => [...(await online()).keys()]).toEqual([ana.id]);
    const later = new Date(testTime() + 7 * 60_000);
    const away = await testDatabase().company(companyId, (db) => onlineUsers({ db, companyId, now: later }));
    expect(away.size).toBe(0);
  });
});

test("invalid events on the live channel are ignored", async () => {
  const { companyId, ana } = await givenDesk();
  const ofAna = await listen(given.url, await givenSignedIn(given, ana));
  for (const nonsense of [null, 7, {}, "closed; drop", ["open"], "x".repeat(500)]) {
    ofAna.socket.emit("joinTickets", nonsense);
    ofAna.socket.emit("joinChatBox", nonsense);
    ofAna.socket.emit("joinNotification", nonsense, nonsense);
  }
  await allReceived(given, companyId, [ofAna]);
  expect(ofAna.socket.connected).toBe(true);
  const answer = await fetch(`${given.url}/health`);
  expect(answer.status).toBe(200);
  expect((await fetch(`${given.url}/auth/login`, json("POST", {}))).status).toBe(400);
});

test("a schedule is emitted to users who may see it, its deletion to everyone by id", async () => {
  const { companyId, queue, ana, admin, change } = await givenDesk();
  const bia = await givenAgent({ companyId, name: "Bia" });
  const listening = await Promise.all(
    [ana, admin, bia].map(async (agent) => listen(given.url, await givenSignedIn(given, agent))),
  );
  const [ofAna, ofAdmin, ofBia] = listening as [Listening, Listening, Listening];
  const { contactId } = await givenTicket({ companyId, queueId: queue.id });
  await allReceived(given, companyId, listening);
  const id = randomUUID();
  const planned = { companyId, id, contactId, userId: admin.id, body: "Até amanhã!", sendAt: testNow() };
  await change((tx) => tx.insert(schema.schedules).values(planned));
  await allReceived(given, companyId, listening);
  await change((tx) =>
    tx.update(schema.schedules).set({ status: "sent", sentAt: testNow() }).where(eq(schema.schedules.id, id)),
  );
  await allReceived(given, companyId, listening);
  await change((tx) => tx.delete(schema.schedules).where(eq(schema.schedules.id, id)));
  await allReceived(given, companyId, listening);
  const told = [
    { action: "create", schedule: { id, body: "Até amanhã!", status: "PENDENTE", contact: { id: contactId } } },
    { action: "update", schedule: { id, status: "ENVIADA" } },
    { action: "delete", scheduleId: id },
  ];
  expect(ofAna.named("schedule")).toMatchObject(told);
  expect(ofAdmin.named("schedule")).toMatchObject(told);
  expect(ofBia.named("schedule")).toMatchObject([{ action: "delete", scheduleId: id }]);
});

test("sockets without a session are closed within seconds, and an address may open at most 20", async () => {
  const short = await givenLive({}, { strangerMs: 1_500 });
  const { ana } = await givenDesk();
  const signedIn = await listen(short.url, await givenSignedIn(short, ana));
  const strangers = await Promise.allSettled(Array.from({ length: 25 }, () => listen(short.url, null)));
  const accepted = strangers.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(accepted).toHaveLength(20);
  await expect.poll(() => accepted.some(({ socket }) => socket.connected)).toBe(false);
  expect(signedIn.socket.connected).toBe(true);
  await expect(listen(short.url, null)).resolves.toBeDefined();
  await short.stop();
});
