import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, givenTicket, testDatabase } from "../../../db/testing/given.ts";
import { isPushEndpoint, type PushOptions } from "../../../outside/web-push/index.ts";
import { startPushService } from "../../../outside/web-push/testing/push-service.ts";
import { createChat, sendChatMessage } from "../../office/chats/index.ts";
import { acting, atDesk, refusal, textFrom } from "../../testing.ts";
import { receiveMessage } from "../messages/index.ts";
import {
  changePushSwitches,
  endSubscriptionElsewhere,
  loadPushKeys,
  sendPushes,
  subscribePush,
  testPush,
} from "./index.ts";

const { sessions, messages, pushSubscriptions, tickets } = schema;
let service: Awaited<ReturnType<typeof startPushService>>;
let options: PushOptions;
beforeAll(async () => {
  service = await startPushService();
  options = {
    keys: await loadPushKeys(testDatabase(), "a secret for pushes"),
    contact: "mailto:balcao@localhost",
    allowed: [service.origin],
  };
});
beforeEach(() => void service.pushes.splice(0));
afterAll(() => service.stop());

/** A browser of the agent, signed in and subscribed. */
async function givenBrowser(agent: GivenAgent) {
  const sessionId = randomUUID();
  const { path, subscription } = service.subscribe();
  await acting(agent, async (ctx) => {
    await ctx.db.insert(sessions).values({
      companyId: agent.companyId,
      id: sessionId,
      userId: agent.id,
      expiresAt: new Date(testTime() + 60_000),
    });
    await subscribePush(ctx, sessionId, subscription, options.allowed);
  });
  return { sessionId, path, subscription };
}

async function givenIncoming(companyId: string, ticket: Partial<typeof tickets.$inferInsert>, body = "Tem a jarra?") {
  const made = await givenTicket({ companyId, unreadMessages: 1, ...ticket });
  const id = randomUUID();
  await testDatabase().company(companyId, (db) =>
    db.insert(messages).values({
      companyId,
      id,
      ticketId: made.id,
      contactId: made.contactId,
      fromMe: false,
      body,
      queueId: ticket.queueId,
    }),
  );
  return { ticketId: made.id, messageId: id };
}

const send = (companyId: string, messageId: string, isAt = (_user: string, _ticket: string) => false) =>
  sendPushes({ database: testDatabase(), options, isAt }, { companyId, messageId });

describe("a push notification", () => {
  test("reaches the concerned browsers, encrypted and signed, with name, text and ticket only", async () => {
    const { companyId, queue, ana, bia } = await givenCompany();
    const [laptop, phone] = [await givenBrowser(ana), await givenBrowser(ana)];
    await givenBrowser(bia);
    const { ticketId, messageId } = await givenIncoming(companyId, { queueId: queue.id });
    await send(companyId, messageId);
    expect(service.pushes.map(({ path }) => path).sort()).toEqual([laptop.path, phone.path].sort());
    for (const { text, headers, signedBy } of service.pushes) {
      expect(JSON.parse(text)).toEqual({ name: "Helena Sampaio", text: "Tem a jarra?", ticketId });
      expect(headers).toMatchObject({ "content-encoding": "aes128gcm", urgency: "high", ttl: "14400" });
      expect(signedBy).toBe(options.keys.publicKey);
    }
    expect(new Set(service.pushes.map(({ headers }) => headers.topic)).size).toBe(2);
  });

  test.each<[string, (given: Awaited<ReturnType<typeof givenCompany>>) => Partial<typeof tickets.$inferInsert>]>([
    ["a colleague's", ({ queue, bia }) => ({ queueId: queue.id, userId: bia.id, status: "open" })],
    ["a group's", ({ queue }) => ({ queueId: queue.id, isGroup: true })],
    ["the bot's", ({ queue }) => ({ queueId: queue.id, isBot: true })],
    ["another queue's", ({ support }) => ({ queueId: support.id })],
    ["one that was read", ({ queue }) => ({ queueId: queue.id, unreadMessages: 0 })],
    ["a closed one", ({ queue }) => ({ queueId: queue.id, status: "closed" })],
  ])("is not sent for a ticket that is %s", async (_name, ticketOf) => {
    const given = await givenCompany();
    await givenBrowser(given.ana);
    const { messageId } = await givenIncoming(given.companyId, ticketOf(given));
    await send(given.companyId, messageId);
    expect(service.pushes).toEqual([]);
  });

  test("is not sent while the user has the ticket open on any device", async () => {
    const { companyId, queue, ana } = await givenCompany();
    await givenBrowser(ana);
    const { messageId, ticketId } = await givenIncoming(companyId, {
      queueId: queue.id,
      userId: ana.id,
      status: "open",
    });
    await send(companyId, messageId, (user, ticket) => user === ana.id && ticket === ticketId);
    expect(service.pushes).toEqual([]);
  });

  test("is sent once per message and browser, however often and wherever the job runs", async () => {
    const { companyId, queue, ana } = await givenCompany();
    await Promise.all([givenBrowser(ana), givenBrowser(ana), givenBrowser(ana)]);
    const { messageId } = await givenIncoming(companyId, { queueId: queue.id });
    await Promise.allSettled(Array.from({ length: 6 }, () => send(companyId, messageId)));
    await send(companyId, messageId);
    expect(service.pushes).toHaveLength(3);
  });

  test("is retried when the service asks for it or a worker died, under the same topic", async () => {
    const { companyId, queue, ana } = await givenCompany();
    await givenBrowser(ana);
    const { messageId } = await givenIncoming(companyId, { queueId: queue.id });
    service.answer(503);
    await expect(send(companyId, messageId)).rejects.toThrow("later");
    await send(companyId, messageId);
    expect(service.pushes).toHaveLength(1);
    await atDesk(companyId, (ctx) => ctx.db.update(schema.pushSends).set({ sentAt: null }));
    await expect(send(companyId, messageId)).rejects.toThrow("later");
    await atDesk(companyId, (ctx) => ctx.db.update(schema.pushSends).set({ takenAt: new Date(testTime() - 90_000) }));
    await send(companyId, messageId);
    expect(service.pushes).toHaveLength(2);
    expect(service.pushes[0]?.headers.topic).toBe(service.pushes[1]?.headers.topic);
  });

  test.each([404, 410])("answered with %i ends the subscription; a redirect is not followed", async (status) => {
    const { companyId, queue, ana } = await givenCompany();
    await givenBrowser(ana);
    const [first, second] = [
      await givenIncoming(companyId, { queueId: queue.id }),
      await givenIncoming(companyId, { queueId: queue.id }),
    ];
    service.answer(307, status);
    await send(companyId, first.messageId);
    const kept = () => atDesk(companyId, (ctx) => ctx.db.select().from(pushSubscriptions));
    expect(await kept()).toHaveLength(1);
    await send(companyId, second.messageId);
    expect(await kept()).toEqual([]);
  });

  test("follows the switches of user and device", async () => {
    const { companyId, queue, ana } = await givenCompany();
    const [laptop, phone] = [await givenBrowser(ana), await givenBrowser(ana)];
    const turn = (sessionId: string, switches: Partial<Parameters<typeof changePushSwitches>[2]>) =>
      acting(ana, (ctx) =>
        changePushSwitches(ctx, sessionId, { mine: true, waiting: true, preview: true, device: true, ...switches }),
      );
    await turn(laptop.sessionId, { device: false, preview: false, waiting: false });
    const waiting = await givenIncoming(companyId, { queueId: queue.id });
    await send(companyId, waiting.messageId);
    expect(service.pushes).toEqual([]);
    const own = await givenIncoming(companyId, { queueId: queue.id, userId: ana.id, status: "open" });
    await send(companyId, own.messageId);
    expect(service.pushes.map(({ path, text }) => [path, JSON.parse(text).text])).toEqual([[phone.path, ""]]);
  });

  test("ends with the session, and a browser belongs to its latest signed-in user", async () => {
    const [one, other] = [await givenCompany(), await givenCompany()];
    const { sessionId, subscription } = await givenBrowser(one.ana);
    const stranger = await givenBrowser(other.ana);
    await endSubscriptionElsewhere(testDatabase().platform, subscription.endpoint, other.companyId);
    await acting(other.ana, (ctx) => subscribePush(ctx, stranger.sessionId, subscription, options.allowed));
    const of = (companyId: string) => atDesk(companyId, (ctx) => ctx.db.select().from(pushSubscriptions));
    expect(await of(one.companyId)).toEqual([]);
    expect(await of(other.companyId)).toMatchObject([{ endpoint: subscription.endpoint, userId: other.ana.id }]);
    await endSubscriptionElsewhere(testDatabase().platform, subscription.endpoint, one.companyId);
    expect(await of(other.companyId)).toEqual([]);
    await acting(one.ana, (ctx) => subscribePush(ctx, sessionId, subscription, options.allowed));
    await acting(one.ana, (ctx) =>
      ctx.db.delete(sessions).where(and(eq(sessions.companyId, one.companyId), eq(sessions.id, sessionId))),
    );
    expect(await of(one.companyId)).toEqual([]);
  });
});

test("is enqueued with the message, once, and only if someone can be notified", async () => {
  const { companyId, connection, ana } = await givenCompany();
  const jobs = async () => {
    const [row] = await testDatabase().platform.execute<{ count: number }>(
      sql`select count(*)::int as count from pgboss.job where name = 'push.send' and data ->> 'companyId' = ${companyId}`,
    );
    return row?.count;
  };
  await atDesk(companyId, (ctx) => receiveMessage(ctx, textFrom(connection.id)));
  expect(await jobs()).toBe(0);
  await givenBrowser(ana);
  const incoming = textFrom(connection.id);
  for (const _ of [1, 2]) await atDesk(companyId, (ctx) => receiveMessage(ctx, incoming));
  expect(await jobs()).toBe(1);
  const old = { ...textFrom(connection.id), at: new Date(testTime() - 6 * 60_000) };
  await atDesk(companyId, (ctx) => receiveMessage(ctx, old));
  await atDesk(companyId, (ctx) => receiveMessage(ctx, { ...textFrom(connection.id), isHistory: true }));
  await atDesk(companyId, (ctx) => receiveMessage(ctx, { ...textFrom(connection.id), fromMe: true }));
  expect(await jobs()).toBe(1);
});

test("a chat message is enqueued if another member has a browser, and sent to each of theirs alone", async () => {
  const { companyId, admin, ana, bia } = await givenCompany();
  const outsider = await givenAgent({ companyId, name: "Fora" });
  for (const agent of [admin, outsider, (await givenCompany()).ana]) await givenBrowser(agent);
  const { id: chatId } = await acting(admin, (ctx) => createChat(ctx, { title: "Plantão", userIds: [ana.id, bia.id] }));
  const text = { chatId, body: "Alguém viu a chave?", fileId: null, quotedId: null };
  const write = async () => (await acting(admin, (ctx) => sendChatMessage(ctx, text))).id;
  const jobs = async () =>
    (
      await testDatabase().platform.execute<{ data: object }>(
        sql`select data from pgboss.job where name = 'push.send' and data ->> 'companyId' = ${companyId}`,
      )
    ).map(({ data }) => data);
  // The author's own browser and that of a user outside the chat do not count.
  await write();
  expect(await jobs()).toEqual([]);
  // Bia stays without a browser.
  const [laptop, phone] = [await givenBrowser(ana), await givenBrowser(ana)];
  const messageId = await write();
  expect(await jobs()).toEqual([{ companyId, messageId, isChat: true }]);
  const deliver = () =>
    sendPushes({ database: testDatabase(), options, isAt: () => false }, { companyId, messageId, isChat: true });
  for (const _ of [1, 2]) await deliver();
  expect(service.pushes.map(({ path }) => path).sort()).toEqual([laptop.path, phone.path].sort());
  const payload = { name: `${admin.name} · Plantão`, text: "Alguém viu a chave?", ticketId: null, chatId };
  for (const pushes of service.pushes) expect(JSON.parse(pushes.text)).toEqual(payload);
});

test("keys are created once per secret and stored encrypted", async () => {
  const secret = randomUUID();
  const [one, two] = await Promise.all([loadPushKeys(testDatabase(), secret), loadPushKeys(testDatabase(), secret)]);
  expect(one).toEqual(two);
  expect(await loadPushKeys(testDatabase(), new TextEncoder().encode(secret))).toEqual(one);
  const rows = await testDatabase().platform.select().from(schema.pushKeys);
  expect(rows.some(({ sealed }) => sealed.includes(one.privateKey))).toBe(false);
  expect(await loadPushKeys(testDatabase(), randomUUID())).not.toEqual(one);
});

test.each<[string, boolean]>([
  ["https://fcm.googleapis.com/fcm/send/abc", true],
  ["https://updates.push.services.mozilla.com/wpush/v2/abc", true],
  ["https://wns2-par02p.notify.windows.com/w/?token=abc", true],
  ["http://fcm.googleapis.com/fcm/send/abc", false],
  ["https://fcm.googleapis.com:8443/fcm/send/abc", false],
  ["https://fcm.googleapis.com.mau.example/abc", false],
  ["https://user:pass@fcm.googleapis.com/abc", false],
  ["https://notify.windows.com.mau.example/", false],
  ["https://maunotify.windows.com/", false],
  ["https://127.0.0.1/push", false],
  ["https://169.254.169.254/latest", false],
  ["http://localhost:3000/", false],
  ["file:///etc/passwd", false],
  ["nonsense", false],
])("%s as push service: %s", async (endpoint, isAllowed) => {
  expect(isPushEndpoint(endpoint)).toBe(isAllowed);
  if (isAllowed) return;
  const { ana } = await givenCompany();
  const { subscription } = service.subscribe();
  const answer = await refusal(acting(ana, (ctx) => subscribePush(ctx, "session", { ...subscription, endpoint }, [])));
  expect(answer.code).toBe("ERR_VALIDATION");
});

test("a test notification reports how far it came", async () => {
  const { ana } = await givenCompany();
  const inside = <T>(work: Parameters<typeof acting<T>>[1]) => acting(ana, work);
  expect(await testPush(inside, "nobody's", options)).toEqual({
    steps: [
      { step: "key", ok: true },
      { step: "subscription", ok: false },
    ],
  });
  const { sessionId } = await givenBrowser(ana);
  const { steps } = await testPush(inside, sessionId, options);
  expect(steps.map(({ step, ok }) => [step, ok])).toEqual([
    ["key", true],
    ["subscription", true],
    ["switches", true],
    ["service", true],
  ]);
  expect(JSON.parse(service.pushes[0]?.text ?? "")).toEqual({ name: "Balcão", text: "", ticketId: null });
  service.answer(410);
  expect((await testPush(inside, sessionId, options)).steps.at(-1)).toEqual({ step: "service", ok: false });
  expect((await testPush(inside, sessionId, options)).steps.at(-1)).toEqual({ step: "subscription", ok: false });
});
