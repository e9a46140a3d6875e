import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, givenTicket, testDatabase } from "../../../db/testing/given.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { requireTicket } from "../tickets/index.ts";
import { deleteMessage, discardMessage, listVersions, retryMessage, sendMessage } from "./index.ts";

const { connections, messages } = schema;
const FAILED = "ERR_SENDING_WAPP_MSG";

let desk: Awaited<ReturnType<typeof givenCompany>>;
let carla: GivenAgent;
let stranger: GivenAgent;
beforeAll(async () => {
  desk = await givenCompany();
  carla = await givenAgent({ companyId: desk.companyId, name: "Carla", queueIds: [desk.queue.id] });
  stranger = (await givenCompany()).admin;
});

const now = new Date("2026-07-01T13:00:00Z");

/** An open ticket of Ana and the messages that she wrote, each changed as given. */
async function givenWritten(...changes: Partial<typeof messages.$inferInsert>[]) {
  const { companyId, queue, connection, ana } = desk;
  const place = { companyId, queueId: queue.id, connectionId: connection.id };
  const ticket = await givenTicket({ ...place, status: "open", userId: ana.id });
  const ids: string[] = [];
  for (const [index, change] of changes.entries()) {
    const id = randomUUID();
    const words = { id, ticketId: ticket.id, body: `texto ${index}` };
    await acting(ana, (ctx) => sendMessage(ctx, words), new Date(now.getTime() + index));
    if (Object.keys(change).length > 0)
      await atDesk(companyId, ({ db }) => db.update(messages).set(change).where(eq(messages.id, id)));
    ids.push(id);
  }
  return { ticket, ids, id: ids[0] ?? "" };
}
const rowOf = async (id: string) => {
  const rows = await atDesk(desk.companyId, ({ db }) => db.select().from(messages).where(eq(messages.id, id)));
  return rows[0];
};
/** The columns of a message that the channel has. */
const withChannel = () => ({ providerId: randomUUID(), chatKey: "chat", ack: 1, acceptedAt: now, sendAfter: null });

test.each([
  ["retry", (agent: GivenAgent, messageId: string) => acting(agent, (ctx) => retryMessage(ctx, { messageId }))],
  ["discard", (agent: GivenAgent, messageId: string) => acting(agent, (ctx) => discardMessage(ctx, { messageId }))],
  ["delete", (agent: GivenAgent, messageId: string) => acting(agent, (ctx) => deleteMessage(ctx, messageId))],
] as const)("%s: a colleague may not, and for others the message does not exist", async (_name, verb) => {
  const { id } = await givenWritten({ errorCode: FAILED, sendAfter: null });
  expect((await refusal(verb(carla, id))).code).toBe("ERR_NO_PERMISSION");
  for (const agent of [desk.bia, stranger]) expect((await refusal(verb(agent, id))).code).toBe("ERR_NO_MESSAGE_FOUND");
  expect((await refusal(verb(desk.ana, randomUUID()))).code).toBe("ERR_NO_MESSAGE_FOUND");
  expect(await rowOf(id)).toMatchObject({ errorCode: FAILED, sendAfter: null, isDeleted: false });
});

test("an admin retries a colleague's failed message: it is due now, and the connection's owner is notified", async () => {
  const { companyId, connection, admin } = desk;
  const { id } = await givenWritten({ errorCode: FAILED, sendAfter: null });
  const notified: string[] = [];
  const listening = await testDatabase().listen("balcao_outbox", (payload) => notified.push(payload));
  await acting(admin, (ctx) => retryMessage(ctx, { messageId: id }), now);
  await expect.poll(() => notified).toContain(JSON.stringify({ companyId, connectionId: connection.id }));
  await listening.unlisten();
  expect(await rowOf(id)).toMatchObject({ errorCode: null, sendAfter: now, userId: desk.ana.id });
});

test("discarding the last message shows the one before it; discarding an earlier one changes nothing there", async () => {
  const failed = { errorCode: FAILED, sendAfter: null };
  const { ticket, ids } = await givenWritten({}, failed, failed);
  const [first = "", second = "", third = ""] = ids;
  const discard = (messageId: string) => acting(desk.ana, (ctx) => discardMessage(ctx, { messageId }));
  const shown = () => acting(desk.ana, (ctx) => requireTicket(ctx, ticket.id));
  await discard(second);
  expect(await shown()).toMatchObject({ lastMessageId: third });
  await discard(third);
  expect(await shown()).toMatchObject({ lastMessageId: first, lastMessageAt: (await rowOf(first))?.createdAt });
});

test("discarding the only message leaves the ticket without a last message, at the time of its creation", async () => {
  const { ticket, id } = await givenWritten({ errorCode: FAILED, sendAfter: null });
  await acting(desk.ana, (ctx) => discardMessage(ctx, { messageId: id }));
  const left = await acting(desk.ana, (ctx) => requireTicket(ctx, ticket.id));
  expect(left).toMatchObject({ lastMessageId: null, lastMessageAt: left.createdAt });
});

test("a message that the channel has is revoked there, its pending edit is dropped, and its text is kept once", async () => {
  const { id } = await givenWritten({ ...withChannel(), editAfter: now, channelBody: "antes" });
  const remove = () => acting(desk.ana, (ctx) => deleteMessage(ctx, id), now);
  const expected = { isDeleted: true, sendAfter: now, editAfter: null, channelBody: null, body: "texto 0" };
  expect(await remove()).toMatchObject(expected);
  expect(await remove()).toMatchObject(expected);
  expect(await acting(desk.ana, (ctx) => listVersions(ctx, id))).toMatchObject([
    { body: "texto 0", cause: "delete", at: now.toISOString() },
  ]);
});

test.each<[string, Partial<typeof messages.$inferInsert>]>([
  ["was never given to the channel", {}],
  ["failed at the channel", { ...withChannel(), ack: 0, acceptedAt: null, errorCode: FAILED }],
])("a deleted message that %s is neither sent nor revoked", async (_name, change) => {
  const { id } = await givenWritten(change);
  expect(await acting(desk.ana, (ctx) => deleteMessage(ctx, id))).toMatchObject({ isDeleted: true, sendAfter: null });
});

test("on a channel that cannot take back, only a message that was not sent may be deleted", async () => {
  const { companyId, connection, ana } = desk;
  const [sent, unsent] = [await givenWritten(withChannel()), await givenWritten({})];
  const setChannel = (channel: "facebook" | "whatsapp") =>
    atDesk(companyId, ({ db }) => db.update(connections).set({ channel }).where(eq(connections.id, connection.id)));
  await setChannel("facebook");
  const attempt = refusal(acting(ana, (ctx) => deleteMessage(ctx, sent.id)));
  expect(await attempt).toEqual({ code: "ERR_CHANNEL_CANNOT_TAKE_BACK", details: { id: sent.id } });
  expect(await rowOf(sent.id)).toMatchObject({ isDeleted: false });
  expect(await acting(ana, (ctx) => deleteMessage(ctx, unsent.id))).toMatchObject({ isDeleted: true });
  await setChannel("whatsapp");
});
