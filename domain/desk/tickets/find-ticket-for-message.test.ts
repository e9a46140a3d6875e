import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenContact, givenTicket } from "../../../db/testing/given.ts";
import type { DeskContext } from "../../ground/context.ts";
import { atDesk, refusal } from "../../testing.ts";
import { insertTicket } from "../ticket-rows/index.ts";
import { connectionToReach, findTicketForMessage, findTicketForRecord, findTicketToSend } from "./index.ts";

const { connectionQueues, connections, contacts, settings, ticketEvents, tickets } = schema;
const now = new Date("2026-07-01T13:00:00Z");
const minutesAgo = (minutes: number, ms = 0) => new Date(now.getTime() - minutes * 60_000 + ms);

let desk: Awaited<ReturnType<typeof givenCompany>>;
beforeAll(async () => {
  desk = await givenCompany();
  const { companyId } = desk;
  const window = { companyId, key: "reopenWindowMinutes", value: "60" };
  await atDesk(companyId, ({ db }) => db.insert(settings).values(window));
});

const atNow = <T>(work: (ctx: DeskContext) => Promise<T>) => atDesk(desk.companyId, work, now);
/** A new contact, and its place on the connection with the one queue Vendas. */
async function givenPlace(contact: Partial<typeof contacts.$inferInsert> = {}) {
  const { companyId, connection } = desk;
  const contactId = (await givenContact({ companyId, ...contact })).id;
  return { contactId, connectionId: connection.id };
}
const givenClosed = (place: { contactId: string; connectionId: string }, closedAt: Date) =>
  givenTicket({ ...place, companyId: desk.companyId, status: "closed", userId: desk.ana.id, closedAt });
const typesOf = (ticketId: string) =>
  atNow(async ({ db }) => {
    const rows = await db.select().from(ticketEvents).where(eq(ticketEvents.ticketId, ticketId));
    return rows.map(({ type, userId }) => [type, userId]);
  });
/** Another connection of the company, which serves these queues. */
async function givenConnection(queueIds: string[]): Promise<string> {
  const id = randomUUID();
  const { companyId } = desk;
  await atNow(async ({ db }) => {
    await db.insert(connections).values({ companyId, id, name: `Conexão ${id}` });
    for (const queueId of queueIds) await db.insert(connectionQueues).values({ companyId, connectionId: id, queueId });
  });
  return id;
}

test("a first message opens a pending ticket without an agent, and the event has no user", async () => {
  const place = await givenPlace();
  const ticket = await atNow((ctx) => findTicketForMessage(ctx, place));
  expect(ticket).toMatchObject({ ...place, status: "pending", userId: null, queueId: desk.queue.id, createdAt: now });
  expect(await typesOf(ticket.id)).toEqual([["created", null]]);
  expect(await atNow((ctx) => findTicketForMessage(ctx, place))).toMatchObject({ id: ticket.id });
  expect(await typesOf(ticket.id)).toHaveLength(1);
});

test("a new ticket gets the connection's queue only if it has exactly one, and the bot answers the contact", async () => {
  const { queue, support } = desk;
  const [none, two] = [await givenConnection([]), await givenConnection([queue.id, support.id])];
  const queueFor = async (contact: object, more: object = {}) => {
    const place = { ...(await givenPlace(contact)), ...more };
    return (await atNow((ctx) => findTicketForMessage(ctx, place))).queueId;
  };
  expect(await queueFor({})).toBe(queue.id);
  expect(await queueFor({}, { connectionId: none })).toBeNull();
  expect(await queueFor({}, { connectionId: two })).toBeNull();
  expect(await queueFor({ disableBot: true })).toBeNull();
  expect(await queueFor({ isGroup: true }, { isGroup: true })).toBeNull();
});

test.each([
  ["within the reopen window is reopened", minutesAgo(60, 1), true],
  ["at the start of the reopen window is not reopened", minutesAgo(60), false],
  ["before the reopen window is not reopened", minutesAgo(61), false],
])("a ticket that was closed %s", async (_name, closedAt, isReopened) => {
  const place = await givenPlace();
  const closed = await givenClosed(place, closedAt);
  const ticket = await atNow((ctx) => findTicketForMessage(ctx, place));
  expect(ticket.id === closed.id).toBe(isReopened);
  expect(ticket).toMatchObject({ status: "pending", userId: null, closedAt: null });
  expect(await typesOf(ticket.id)).toEqual([[isReopened ? "returnedByContact" : "created", null]]);
});

test("of several closed tickets the last closed one is reopened; an unclosed one comes before all", async () => {
  const place = await givenPlace();
  const [earlier, later] = [await givenClosed(place, minutesAgo(30)), await givenClosed(place, minutesAgo(10))];
  await givenClosed({ ...place, connectionId: await givenConnection([]) }, minutesAgo(1));
  expect(await atNow((ctx) => findTicketForMessage(ctx, place))).toMatchObject({ id: later.id });
  await givenClosed(place, minutesAgo(5));
  expect(await atNow((ctx) => findTicketForMessage(ctx, place))).toMatchObject({ id: later.id });
  expect(await typesOf(earlier.id)).toEqual([]);
});

test("a window of 0 minutes, given with the settings, opens a new ticket", async () => {
  const place = await givenPlace();
  const closed = await givenClosed(place, minutesAgo(0, -1));
  const none = { settings: { reopenWindowMinutes: "0" } as never };
  expect((await atNow((ctx) => findTicketForMessage(ctx, place, none))).id).not.toBe(closed.id);
});

test("a message of a merged contact goes to the ticket of the remaining contact", async () => {
  const [merged, into] = [await givenPlace(), await givenPlace()];
  const ticket = await givenTicket({ ...into, companyId: desk.companyId, status: "open", userId: desk.ana.id });
  await atNow(({ db }) =>
    db.update(contacts).set({ mergedIntoId: into.contactId }).where(eq(contacts.id, merged.contactId)),
  );
  expect(await atNow((ctx) => findTicketForMessage(ctx, merged))).toMatchObject({ id: ticket.id, status: "open" });
});

test("another company's contact does not exist for a message", async () => {
  const stranger = await givenCompany();
  const theirs = {
    contactId: (await givenContact({ companyId: stranger.companyId })).id,
    connectionId: desk.connection.id,
  };
  const attempt = atNow((ctx) => findTicketForMessage(ctx, theirs));
  expect((await refusal(attempt)).code).toBe("ERR_NO_CONTACT_FOUND");
});

test("a record goes to the newest ticket whatever its status, and opens nothing", async () => {
  const place = await givenPlace();
  const { companyId } = desk;
  await givenTicket({ ...place, companyId, status: "pending", number: 7_000_001 });
  const newest = await givenTicket({ ...place, companyId, status: "closed", number: 7_000_002 });
  const found = await atNow((ctx) => findTicketForRecord(ctx, place, { at: minutesAgo(1) }));
  expect(found).toMatchObject({ id: newest.id, status: "closed" });
});

test.each([
  ["history ends with its message", true, minutesAgo(500)],
  ["any other record was closed long ago, so that the next message opens a new ticket", false, new Date(0)],
])("a record without a ticket makes a closed one: %s", async (_name, isHistory, closedAt) => {
  const place = await givenPlace();
  const at = minutesAgo(500);
  const made = await atNow((ctx) => findTicketForRecord(ctx, place, { at, isHistory }));
  expect(made).toMatchObject({ status: "closed", createdAt: at, closedAt, queueId: desk.queue.id, userId: null });
  expect(await typesOf(made.id)).toEqual([]);
  expect((await atNow((ctx) => findTicketForMessage(ctx, place))).id).not.toBe(made.id);
});

test("an automatic message goes to the unclosed ticket, though a closed one is newer; alone, the closed one stays closed", async () => {
  const { companyId } = desk;
  const [both, closedOnly] = [await givenPlace(), await givenPlace()];
  const open = await givenTicket({ ...both, companyId, status: "open", number: 7_000_003 });
  await givenTicket({ ...both, companyId, status: "closed", number: 7_000_004 });
  const closed = await givenClosed(closedOnly, minutesAgo(1));
  expect((await atNow((ctx) => findTicketToSend(ctx, both))).id).toBe(open.id);
  expect(await atNow((ctx) => findTicketToSend(ctx, closedOnly))).toMatchObject({ id: closed.id, status: "closed" });
});

test("a contact is reached over the connection of the last conversation if it exists, else over the default", async () => {
  const { companyId, connection } = desk;
  const { contactId } = await givenPlace();
  const reach = (id = contactId) => atNow((ctx) => connectionToReach(ctx, id));
  expect(await reach()).toBe(connection.id);
  const last = await givenConnection([]);
  await givenTicket({ companyId, contactId, connectionId: last, lastMessageAt: minutesAgo(2) });
  await givenTicket({ companyId, contactId, connectionId: connection.id, lastMessageAt: minutesAgo(3) });
  await givenTicket({ companyId, contactId, connectionId: randomUUID(), lastMessageAt: minutesAgo(1) });
  expect(await reach()).toBe(last);
  const stranger = await givenCompany();
  expect(await atDesk(stranger.companyId, (ctx) => connectionToReach(ctx, contactId))).toBe(stranger.connection.id);
  await atDesk(stranger.companyId, ({ db }) => db.update(connections).set({ isDefault: false }));
  expect(await atDesk(stranger.companyId, (ctx) => connectionToReach(ctx, contactId))).toBeUndefined();
});

test("tickets are numbered in order per company, a second unclosed one is not made, and the number is not repeated", async () => {
  const stranger = await givenCompany();
  const contactId = (await givenContact({ companyId: stranger.companyId })).id;
  const place = { contactId, connectionId: stranger.connection.id };
  const insert = (more: Partial<typeof tickets.$inferInsert> = {}) =>
    atDesk(stranger.companyId, (ctx) => insertTicket(ctx, { ...place, id: randomUUID(), ...more }), now);
  expect(await insert()).toMatchObject({ number: 1, status: "pending", lastMessageAt: now, updatedAt: now });
  expect(await insert()).toBeUndefined();
  const closed = await insert({ status: "closed" });
  expect(closed?.number).toBeGreaterThan(1);
  const elsewhere = await insert({ connectionId: randomUUID() });
  expect(elsewhere?.number).toBe((closed?.number ?? 0) + 1);
});

test("a new ticket knows when the contact last wrote over this connection, in whatever ticket", async () => {
  const { companyId } = desk;
  const place = await givenPlace();
  for (const minutes of [90, 30, 60])
    await givenTicket({ ...place, companyId, status: "closed", lastCustomerMessageAt: minutesAgo(minutes) });
  const elsewhere = { ...place, connectionId: randomUUID() };
  await givenTicket({ ...elsewhere, companyId, status: "closed", lastCustomerMessageAt: minutesAgo(1) });
  const made = await atNow((ctx) => insertTicket(ctx, { ...place, id: randomUUID() }));
  expect(made?.lastCustomerMessageAt).toEqual(minutesAgo(30));
});
