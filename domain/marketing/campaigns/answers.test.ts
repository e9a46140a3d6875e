import { asc, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenContact, givenTicket } from "../../../db/testing/given.ts";
import { isOptedOut } from "../../desk/consent/index.ts";
import { lockContacts, mergeContacts } from "../../desk/contacts/index.ts";
import { type IncomingMessage, messageRows, receiveMessage } from "../../desk/messages/index.ts";
import { sayText, writeOutgoing } from "../../desk/outbox/index.ts";
import { enterStage, listTimeline, lockTicket } from "../../desk/tickets/index.ts";
import { acting, atDesk, textFrom } from "../../testing.ts";
import { givenRunning, MONDAY } from "./testing/given-running.ts";

const { consentChanges, contacts, messages, ticketEvents, tickets } = schema;

let desk: Awaited<ReturnType<typeof givenCompany>>;
beforeAll(async () => {
  desk = await givenCompany();
});
const run: <T>(work: Parameters<typeof atDesk<T>>[1], now?: Date) => Promise<T> = (work, now) =>
  atDesk(desk.companyId, work, now);
const after = (minutes: number) => new Date(MONDAY.getTime() + minutes * 60_000);

/** A person who got the campaign's message, or its question. */
async function givenAsked({ confirmation = false, replyQueueId = null as string | null } = {}) {
  const campaign = await givenRunning({
    companyId: desk.companyId,
    connectionIds: [desk.connection.id],
    recipients: 1,
    campaign: { confirmation, replyQueueId },
  });
  await campaign.send();
  await campaign.accept();
  const [phone = ""] = campaign.numbers;
  const [recipient] = await campaign.recipients();
  const contactId = recipient?.contactId ?? "";
  return {
    ...campaign,
    phone,
    contactId,
    recipient: async () => (await campaign.recipients())[0],
    receive: (body: string, at = after(1), more: Partial<IncomingMessage> = {}) =>
      run((ctx) => receiveMessage(ctx, textFrom(desk.connection.id, { sender: { phone }, body, at, ...more })), at),
    tickets: () =>
      run(({ db }) => db.select().from(tickets).where(eq(tickets.contactId, contactId)).orderBy(asc(tickets.number))),
    said: async () =>
      (
        await run(({ db }) =>
          db.select().from(messages).where(eq(messages.contactId, contactId)).orderBy(asc(messages.createdAt)),
        )
      ).filter(({ fromMe, origin }) => fromMe && origin === "notice"),
    open: async () => {
      const given = { companyId: desk.companyId, contactId, connectionId: desk.connection.id, queueId: desk.queue.id };
      return givenTicket({ ...given, status: "open", userId: desk.ana.id });
    },
    ledger: () => run(({ db }) => db.select().from(consentChanges).where(eq(consentChanges.contactId, contactId))),
    isOut: () => run((ctx) => isOptedOut(ctx, contactId)),
  };
}
const eventsOf = (ticketId: string) =>
  run(({ db }) =>
    db.select().from(ticketEvents).where(eq(ticketEvents.ticketId, ticketId)).orderBy(asc(ticketEvents.at)),
  );

test("SAIR after a campaign opts out, opens no ticket and is confirmed once", async () => {
  const person = await givenAsked();
  const { messageId } = await person.receive("SAIR");
  expect(await person.isOut()).toBe(true);
  expect((await person.tickets()).map(({ status }) => status)).toEqual(["closed"]);
  expect(await person.ledger()).toMatchObject([
    { wording: "SAIR", source: "message", messageId, campaignId: person.campaignId },
  ]);
  await person.receive("sair!", after(2));
  const said = await person.said();
  expect(said).toHaveLength(1);
  expect(said[0]?.body).toContain("não vai mais receber");
  expect(said[0]?.sendAfter).not.toBeNull();
  expect(await person.ledger()).toHaveLength(1);
});

test("an opt-out is recorded in the open ticket, and the agents see it unread", async () => {
  const person = await givenAsked();
  const { id } = await person.open();
  const { ticketId } = await person.receive("Parar");
  expect(ticketId).toBe(id);
  expect((await person.tickets()).find((ticket) => ticket.id === id)).toMatchObject({
    status: "open",
    unreadMessages: 1,
  });
  expect(await person.isOut()).toBe(true);
});

test.each([
  ["CANCELAR", false],
  ["SAIR", true],
])("%s answers a bot that is talking with a person who got a campaign: opted out %s", async (body, isOut) => {
  const person = await givenAsked();
  const { id } = await givenTicket({
    ...{ companyId: desk.companyId, contactId: person.contactId, connectionId: desk.connection.id },
    queueId: desk.queue.id,
  });
  await run(async (ctx) => {
    const ticket = await lockTicket(ctx, id);
    if (ticket) await enterStage(ctx, ticket, "options");
  });
  await person.receive(body);
  expect(await person.isOut()).toBe(isOut);
});

test.each([
  ["CANCELAR", false],
  ["unsubscribe", true],
])("%s of a person who got no campaign: opted out %s", async (body, isOut) => {
  const { id, number: phone } = await givenContact({ companyId: desk.companyId });
  await run((ctx) => receiveMessage(ctx, textFrom(desk.connection.id, { sender: { phone }, body })));
  expect(await run((ctx) => isOptedOut(ctx, id))).toBe(isOut);
  const found = await run(({ db }) => db.select().from(tickets).where(eq(tickets.contactId, id)));
  expect(found.map(({ status }) => status)).toEqual([isOut ? "closed" : "pending"]);
});

test.each([
  ["history", { isHistory: true }],
  ["a message from the company's phone", { fromMe: true }],
  ["a sentence", { body: "pode parar de me ligar amanhã" }],
  ["a picture's caption", { kind: "image" as const }],
])("%s does not opt out", async (_what, more) => {
  const person = await givenAsked();
  await person.receive("SAIR", after(1), more);
  expect(await person.isOut()).toBe(false);
});

test("a blocked contact opts out without a confirmation", async () => {
  const person = await givenAsked();
  await run(({ db }) => db.update(contacts).set({ isActive: false }).where(eq(contacts.id, person.contactId)));
  await person.receive("STOP");
  expect([await person.isOut(), await person.said()]).toEqual([true, []]);
});

test.each([
  ["Sim!", "confirmed", null],
  ["1", "confirmed", null],
  ["não obrigado", "excluded", "declined"],
])("'%s' to the confirmation question makes the recipient %s and opens no ticket", async (body, state, reason) => {
  const person = await givenAsked({ confirmation: true });
  const at = after(71 * 60);
  await person.receive(body, at);
  expect(await person.recipient()).toMatchObject({
    ...{ state, reason, progress: state === "confirmed" ? 3 : 1 },
    ...(state === "confirmed" ? { confirmedAt: at } : { endedAt: at }),
  });
  expect((await person.tickets()).map(({ status }) => status)).toEqual(["closed"]);
  expect(await person.isOut()).toBe(false);
});

test("after 72 hours, on another connection, or of another contact it is an ordinary message", async () => {
  const person = await givenAsked({ confirmation: true });
  await person.receive("sim", after(72 * 60));
  expect(await person.recipient()).toMatchObject({ state: "asked" });
  expect((await person.tickets()).some(({ status }) => status === "pending")).toBe(true);

  const elsewhere = await givenAsked({ confirmation: true });
  const { connection } = await givenCompany();
  await elsewhere.receive("sim", after(1), { connectionId: connection.id });
  await elsewhere.receive("sim", after(1), { sender: { phone: "5531900000001" } });
  expect(await elsewhere.recipient()).toMatchObject({ state: "asked" });
});

test("another text is for the agents and leaves the question open; a later yes counts, a number answers the menu", async () => {
  const person = await givenAsked({ confirmation: true });
  const { ticketId } = await person.receive("quem é?");
  expect((await person.tickets()).find(({ id }) => id === ticketId)?.status).toBe("pending");
  expect(await person.recipient()).toMatchObject({ state: "asked", progress: 1 });
  await run(async (ctx) => {
    const ticket = await lockTicket(ctx, ticketId ?? "");
    if (ticket) await sayText(ctx, ticket, "menu", "1 Vendas\n2 Suporte");
  }, after(2));
  await person.receive("1", after(3));
  expect(await person.recipient()).toMatchObject({ state: "asked" });
  await person.receive("sim", after(4));
  expect(await person.recipient()).toMatchObject({ state: "confirmed" });
});

test("a yes after an agent's message does not answer the campaign", async () => {
  const person = await givenAsked({ confirmation: true });
  const { id } = await person.open();
  await run(async (ctx) => {
    const ticket = await lockTicket(ctx, id);
    const written = { id: crypto.randomUUID(), body: "Posso reservar?", userId: desk.ana.id };
    if (ticket) await writeOutgoing(ctx, ticket, { connectionId: desk.connection.id }, written);
  }, after(1));
  await person.receive("sim", after(2));
  expect(await person.recipient()).toMatchObject({ state: "asked" });
});

test("the first reply counts, opens a ticket in the reply queue without a menu, and is named in the timeline", async () => {
  const person = await givenAsked({ replyQueueId: desk.support.id });
  const at = after(5);
  const { ticketId } = await person.receive("Quanto custa?", at);
  expect(await person.recipient()).toMatchObject({ state: "replied", repliedAt: at, progress: 4 | 32 });
  const ticket = (await person.tickets()).find(({ id }) => id === ticketId);
  expect(ticket).toMatchObject({ status: "pending", queueId: desk.support.id, unreadMessages: 1 });
  const details = { campaignId: person.campaignId, campaignName: "Ofertas" };
  const replies = async () => (await eventsOf(ticketId ?? "")).filter(({ type }) => type === "campaignReply");
  expect(await replies()).toMatchObject([{ details }]);
  const timeline = await acting(desk.admin, (ctx) => listTimeline(ctx, ticketId ?? ""));
  expect(timeline.flatMap(({ campaign }) => campaign ?? [])).toEqual([{ id: person.campaignId, name: "Ofertas" }]);
  await person.receive("E entregam?", after(6));
  expect(await replies()).toHaveLength(1);
});

test("a reply in an open ticket leaves its queue; without a reply queue the connection's queue is used", async () => {
  const attended = await givenAsked({ replyQueueId: desk.support.id });
  const { id } = await attended.open();
  expect((await attended.receive("oi")).ticketId).toBe(id);
  expect((await attended.tickets()).find((ticket) => ticket.id === id)?.queueId).toBe(desk.queue.id);
  expect(await attended.recipient()).toMatchObject({ state: "replied" });
  const other = await givenAsked();
  const { ticketId } = await other.receive("oi");
  expect((await other.tickets()).find((ticket) => ticket.id === ticketId)?.queueId).toBe(desk.queue.id);
});

test.each([
  ["30 days later", 30 * 24 * 60, {}],
  ["from the history", 1, { isHistory: true }],
  ["from the company's phone", 1, { fromMe: true }],
])("a message %s is no reply", async (_when, minutes, more) => {
  const person = await givenAsked();
  await person.receive("oi", after(minutes), more);
  expect(await person.recipient()).toMatchObject({ state: "sent", repliedAt: null });
});

test("after a merge, the kept contact's answer counts for the other's campaign", async () => {
  const person = await givenAsked({ confirmation: true });
  const older = { companyId: desk.companyId, id: `00000000-0000-7000-8000-${person.phone.slice(-12)}` };
  const kept = await givenContact(older);
  await run(async (ctx) => {
    const [one, two] = await lockContacts(ctx, [kept.id, person.contactId]);
    if (one && two) await mergeContacts(ctx, one, two);
  });
  await person.receive("sim");
  expect(await person.recipient()).toMatchObject({ state: "confirmed", contactId: kept.id });
});

test("a campaign message names its campaign to the devices, other messages have none", async () => {
  const person = await givenAsked();
  const { messageId } = await person.receive("oi");
  const [sent] = await person.messages();
  const rows = await acting(desk.admin, (ctx) => messageRows(ctx, [sent?.id ?? "", messageId ?? ""]));
  expect(rows.map(({ campaign }) => campaign)).toEqual([{ id: person.campaignId, name: "Ofertas" }, undefined]);
});
