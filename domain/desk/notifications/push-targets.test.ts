import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { testNow, testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenCompany, givenSession, givenTicket } from "../../../db/testing/given.ts";
import { acting, atDesk } from "../../testing.ts";
import { changePushSwitches, pushState, unsubscribePush } from "./index.ts";
import { pushesFor } from "./push-targets.ts";
import { findSubscription, subscribePush } from "./subscriptions.ts";

const { messages, sessions, tickets } = schema;

let desk: Awaited<ReturnType<typeof givenCompany>>;
let session: { id: string };
beforeEach(async () => {
  desk = await givenCompany();
  session = await givenBrowser(desk.ana);
});

const subscription = (endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`) => ({
  endpoint,
  keys: { p256dh: "key", auth: "auth" },
});
/** A signed-in and subscribed browser. */
async function givenBrowser(agent: GivenAgent) {
  const made = await givenSession(agent);
  await acting(agent, (ctx) => subscribePush(ctx, made.id, subscription(), []));
  return made;
}
async function givenMessage(change: Partial<typeof messages.$inferInsert> = {}) {
  const { companyId, queue } = desk;
  const ticket = await givenTicket({ companyId, queueId: queue.id, unreadMessages: 1 });
  const id = randomUUID();
  const row = { companyId, id, ticketId: ticket.id, contactId: ticket.contactId, fromMe: false, queueId: queue.id };
  await atDesk(companyId, ({ db }) => db.insert(messages).values({ ...row, body: "Tem a jarra?", ...change }));
  return { id, ticketId: ticket.id };
}
const pushes = async (messageId: string, isAt = (_user: string, _ticket: string) => false, now = testNow()) => {
  const found = await atDesk(desk.companyId, (ctx) => pushesFor(ctx, messageId, isAt), now);
  return found.map(({ subscription: { userId }, payload }) => ({ userId, ...payload }));
};

test("a notification has the contact's name, a sign for messages without text, or the text of a card", async () => {
  const textOf = async (change: Parameters<typeof givenMessage>[0]) =>
    (await pushes((await givenMessage(change)).id)).map(({ text }) => text);
  expect(await textOf({ mediaType: "image", body: "" })).toEqual(["📷"]);
  expect(await textOf({ mediaType: "image", body: "Esta aqui" })).toEqual(["Esta aqui"]);
  expect(await textOf({ mediaType: "audio", body: "" })).toEqual(["🎤"]);
  expect(await textOf({ mediaType: "locationMessage", body: "-19.93,-43.93\nLoja" })).toEqual(["Loja"]);
  expect(await textOf({ mediaType: "locationMessage", body: "-19.93,-43.93" })).toEqual(["📍"]);
  expect(await textOf({ mediaType: "unsupported", body: "" })).toEqual([""]);
});

test("an answer to a menu is announced with what the customer said before it, or without a text", async () => {
  const { id, ticketId } = await givenMessage({ body: "2", answerTo: "menu" });
  expect((await pushes(id)).map(({ text }) => text)).toEqual([""]);
  const said = {
    companyId: desk.companyId,
    id: randomUUID(),
    ticketId,
    fromMe: false,
    createdAt: new Date(testTime() - 60_000),
  };
  const [answer] = await atDesk(desk.companyId, ({ db }) => db.select().from(messages).where(eq(messages.id, id)));
  const row = { ...said, contactId: answer?.contactId ?? "", queueId: desk.queue.id, body: "Tem a jarra azul?" };
  await atDesk(desk.companyId, ({ db }) => db.insert(messages).values(row));
  expect((await pushes(id)).map(({ text }) => text)).toEqual(["Tem a jarra azul?"]);
});

test("a message written before a transfer is announced with its text: the conversation goes along", async () => {
  const { id, ticketId } = await givenMessage({ queueId: desk.support.id });
  expect(await pushes(id)).toEqual([{ userId: desk.ana.id, name: "Helena Sampaio", text: "Tem a jarra?", ticketId }]);
});

test("own, deleted, unknown and another company's messages notify nobody", async () => {
  expect(await pushes((await givenMessage({ fromMe: true })).id)).toEqual([]);
  expect(await pushes((await givenMessage({ isDeleted: true })).id)).toEqual([]);
  expect(await pushes(randomUUID())).toEqual([]);
  const { id } = await givenMessage();
  const stranger = await givenCompany();
  await givenBrowser(stranger.admin);
  expect(await atDesk(stranger.companyId, (ctx) => pushesFor(ctx, id, () => false))).toEqual([]);
  expect(await pushes(id)).toHaveLength(1);
});

test("an expired session gets no notification, and a user with two browsers one for each", async () => {
  const { id } = await givenMessage();
  await givenBrowser(desk.ana);
  expect((await pushes(id)).map(({ userId }) => userId)).toEqual([desk.ana.id, desk.ana.id]);
  const expiresAt = new Date(testTime() + 60_000);
  await atDesk(desk.companyId, ({ db }) => db.update(sessions).set({ expiresAt }).where(eq(sessions.id, session.id)));
  expect(await pushes(id, undefined, new Date(expiresAt.getTime() - 1))).toHaveLength(2);
  expect(await pushes(id, undefined, expiresAt)).toHaveLength(1);
});

test("a user who has the ticket open gets none, a colleague who sees it does", async () => {
  const { ana, admin } = desk;
  await givenBrowser(admin);
  const { id, ticketId } = await givenMessage();
  const isAna = (user: string, ticket: string) => user === ana.id && ticket === ticketId;
  expect((await pushes(id, isAna)).map(({ userId }) => userId)).toEqual([admin.id]);
});

test("own tickets follow the switch `mine` and pending ones the switch `waiting`", async () => {
  const { companyId, ana } = desk;
  const [own, waiting] = [await givenMessage(), await givenMessage()];
  await atDesk(companyId, ({ db }) =>
    db.update(tickets).set({ userId: ana.id, status: "open" }).where(eq(tickets.id, own.ticketId)),
  );
  const notified = async (switches: { mine: boolean; waiting: boolean; device?: boolean; preview?: boolean }) => {
    await acting(ana, (ctx) => changePushSwitches(ctx, session.id, { preview: true, device: true, ...switches }));
    return [...(await pushes(own.id)), ...(await pushes(waiting.id))].map(({ ticketId, text }) => [ticketId, text]);
  };
  const [ofOwn, ofWaiting] = [
    [own.ticketId, "Tem a jarra?"],
    [waiting.ticketId, "Tem a jarra?"],
  ];
  expect(await notified({ mine: true, waiting: true })).toEqual([ofOwn, ofWaiting]);
  expect(await notified({ mine: true, waiting: false })).toEqual([ofOwn]);
  expect(await notified({ mine: false, waiting: true })).toEqual([ofWaiting]);
  expect(await notified({ mine: false, waiting: false })).toEqual([]);
  expect(await notified({ mine: true, waiting: true, device: false })).toEqual([]);
  expect(await notified({ mine: true, waiting: false, preview: false })).toEqual([[own.ticketId, ""]]);
});

test("switches are on by default, `device` is this browser's own, and others are the user's on every device", async () => {
  const { ana, bia } = desk;
  const second = await givenBrowser(ana);
  const stateOf = (agent: GivenAgent, sessionId: string) => acting(agent, (ctx) => pushState(ctx, sessionId));
  const on = { mine: true, waiting: true, preview: true, device: true };
  expect(await stateOf(ana, session.id)).toEqual({ ...on, isSubscribed: true });
  expect(await stateOf(bia, "no session")).toEqual({ ...on, isSubscribed: false });
  const off = { mine: false, waiting: true, preview: false };
  await acting(ana, (ctx) => changePushSwitches(ctx, session.id, { ...off, device: false }));
  expect(await stateOf(ana, session.id)).toEqual({ ...off, device: false, isSubscribed: true });
  expect(await stateOf(ana, second.id)).toEqual({ ...off, device: true, isSubscribed: true });
  expect(await stateOf(bia, "no session")).toEqual({ ...on, isSubscribed: false });
});

test("a session has one subscription: a new address replaces the old one, the same address keeps its row and switch", async () => {
  const { ana } = desk;
  const find = (sessionId = session.id) => acting(ana, (ctx) => findSubscription(ctx, sessionId));
  const subscribe = (endpoint: string, auth = "auth") =>
    acting(ana, (ctx) => subscribePush(ctx, session.id, { endpoint, keys: { p256dh: "key", auth } }, []));
  const { endpoint } = subscription();
  await subscribe(endpoint);
  const first = await find();
  expect(first).toMatchObject({ endpoint, userId: ana.id, isEnabled: true });
  await acting(ana, (ctx) =>
    changePushSwitches(ctx, session.id, { mine: true, waiting: true, preview: true, device: false }),
  );
  await subscribe(endpoint, "new auth");
  expect(await find()).toEqual({ ...first, auth: "new auth", isEnabled: false });
  const next = subscription().endpoint;
  await subscribe(next);
  expect(await find()).toMatchObject({ endpoint: next, isEnabled: true });
});

test("unsubscribing ends the notifications of this browser only", async () => {
  const { ana } = desk;
  const second = await givenBrowser(ana);
  const { id } = await givenMessage();
  await acting(ana, (ctx) => unsubscribePush(ctx, session.id));
  await acting(ana, (ctx) => unsubscribePush(ctx, session.id));
  const find = (sessionId: string) => acting(ana, (ctx) => findSubscription(ctx, sessionId));
  expect([await find(session.id), (await find(second.id))?.sessionId]).toEqual([null, second.id]);
  expect(await pushes(id)).toHaveLength(1);
});

test("another company's session is neither found nor unsubscribed", async () => {
  const stranger = (await givenCompany()).admin;
  expect(await acting(stranger, (ctx) => findSubscription(ctx, session.id))).toBeNull();
  await acting(stranger, (ctx) => unsubscribePush(ctx, session.id));
  expect(await acting(desk.ana, (ctx) => findSubscription(ctx, session.id))).not.toBeNull();
});
