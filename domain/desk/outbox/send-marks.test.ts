import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { givenCompany } from "../../../db/testing/given.ts";
import { accepted, at, givenChat, givenConnection, messageOf, NOW } from "../../../db/testing/given-chat.ts";
import type { DeskContext } from "../../ground/context.ts";
import { atDesk } from "../../testing.ts";
import { markAccepted, markFailed, markSending, postponeSend, resumeSends } from "./index.ts";

let companyId: string;
let connectionId: string;
let write: Awaited<ReturnType<typeof givenChat>>["write"];
let chatKey: string;
beforeAll(async () => {
  companyId = (await givenCompany()).companyId;
  connectionId = await givenConnection(companyId);
  ({ write, chatKey } = await givenChat(companyId, connectionId));
});

const desk = <T>(work: (ctx: DeskContext) => Promise<T>, now = NOW) => atDesk(companyId, work, now);
const row = (id: string) => messageOf(companyId, id);
const sending = (messageId: string) => ({ messageId, chatKey, providerId: `p ${messageId}` });
const accept = (id: string, more: { at?: Date; givenId?: string } = {}) =>
  desk((ctx) => markAccepted(ctx, { connectionId, providerId: `p ${id}`, at: NOW, ...more }));

test("sending counts the attempt, returns the current text, and is due again after 30 seconds", async () => {
  const id = await write({ body: "Bom dia!" });
  expect(await desk((ctx) => markSending(ctx, sending(id)))).toEqual({ body: "Bom dia!" });
  expect(await row(id)).toMatchObject({ sendTries: 1, sendAfter: at(30_000), chatKey, providerId: `p ${id}`, ack: 0 });
  await desk((ctx) => markSending(ctx, sending(id)), at(30_000));
  expect(await row(id)).toMatchObject({ sendTries: 2, sendAfter: at(60_000) });
});

test.each([
  ["accepted", accepted],
  ["failed", { sendAfter: null, errorCode: "ERR_SENDING" }],
  ["deleted", { isDeleted: true }],
])("a message that is %s meanwhile is not sent", async (_state, values) => {
  const id = await write(values);
  expect(await desk((ctx) => markSending(ctx, sending(id)))).toBeNull();
  expect(await row(id)).toMatchObject({ sendTries: 0, providerId: null });
});

test("no verb finds another company's message", async () => {
  const id = await write({ providerId: "foreign" });
  const before = await row(id);
  await atDesk(randomUUID(), async (ctx) => {
    expect(await markSending(ctx, sending(id))).toBeNull();
    await markAccepted(ctx, { connectionId, providerId: "foreign", at: NOW });
    await markFailed(ctx, { messageId: id, code: "ERR_SENDING_WAPP_MSG" });
    await postponeSend(ctx, { messageId: id, until: at(5) });
    await resumeSends(ctx, connectionId, 10);
  });
  expect(await row(id)).toEqual(before);
});

test("an accepted message is not due, and keeps the time of its first acceptance", async () => {
  const id = await write();
  await desk((ctx) => markSending(ctx, sending(id)));
  await accept(id, { at: at(2) });
  expect(await row(id)).toMatchObject({ ack: 1, acceptedAt: at(2), sendAfter: null, errorCode: null });
  await accept(id, { at: at(9) });
  expect((await row(id)).acceptedAt).toEqual(at(2));
});

test("an acceptance clears a failure that was declared before, and lowers no delivery status", async () => {
  const id = await write();
  await desk((ctx) => markSending(ctx, sending(id)));
  await desk((ctx) => markFailed(ctx, { messageId: id, code: "ERR_SENDING_WAPP_MSG" }));
  expect(await row(id)).toMatchObject({ errorCode: "ERR_SENDING_WAPP_MSG", sendAfter: null, ack: 0 });
  await accept(id);
  expect(await row(id)).toMatchObject({ errorCode: null, ack: 1, acceptedAt: NOW });
  const read = await write({ ack: 3, chatKey, providerId: "p read" });
  await desk((ctx) => markAccepted(ctx, { connectionId, providerId: "p read", at: NOW }));
  expect(await row(read)).toMatchObject({ ack: 3, acceptedAt: NOW, sendAfter: null });
});

test("a message that was deleted while being sent stays due, for its revocation", async () => {
  const id = await write({ isDeleted: true, sendAfter: at(7), chatKey, providerId: "p deleted" });
  await desk((ctx) => markAccepted(ctx, { connectionId, providerId: "p deleted", at: NOW }));
  expect(await row(id)).toMatchObject({ ack: 1, sendAfter: at(7) });
});

test("an acceptance applies to our messages of its connection only, and replaces our id by the channel's", async () => {
  const [id, received, elsewhere] = [
    await write(),
    await write({ fromMe: false, chatKey, providerId: "p same" }),
    await write({ connectionId: await givenConnection(companyId), chatKey, providerId: "p same" }),
  ];
  await desk((ctx) => markAccepted(ctx, { connectionId, providerId: "p same", at: NOW }));
  for (const other of [received, elsewhere]) expect(await row(other)).toMatchObject({ ack: 0, acceptedAt: null });
  await desk((ctx) => markSending(ctx, sending(id)));
  await accept(id, { givenId: "m_1" });
  expect(await row(id)).toMatchObject({ providerId: "m_1", ack: 1 });
});

test("a message that the channel has accepted cannot fail, nor can one that is not being sent", async () => {
  const [took, resting] = [await write({ ack: 1 }), await write({ sendAfter: null })];
  for (const messageId of [took, resting]) {
    await desk((ctx) => markFailed(ctx, { messageId, code: "ERR_SENDING_WAPP_MSG" }));
    expect((await row(messageId)).errorCode).toBeNull();
  }
});

test("a message can be postponed while it is to be sent, and not afterwards", async () => {
  const [waiting, sent] = [await write(), await write(accepted)];
  for (const messageId of [waiting, sent]) await desk((ctx) => postponeSend(ctx, { messageId, until: at(8_000) }));
  expect((await row(waiting)).sendAfter).toEqual(at(8_000));
  expect((await row(sent)).sendAfter).toBeNull();
});

test("a new owner sends messages in progress again; postponed, deleted and foreign ones keep their time", async () => {
  const [mine, other] = [await givenConnection(companyId), await givenConnection(companyId)];
  const chat = await givenChat(companyId, mine);
  const begun = { sendAfter: at(20_000), chatKey: chat.chatKey };
  const inProgress = await chat.write({ ...begun, providerId: "a" });
  const kept = [
    await chat.write({ ...begun, providerId: null }),
    await chat.write({ ...begun, providerId: "b", isDeleted: true }),
    await chat.write({ ...begun, providerId: "c", connectionId: other }),
  ];
  await desk((ctx) => resumeSends(ctx, mine));
  expect((await row(inProgress)).sendAfter).toEqual(NOW);
  for (const id of kept) expect((await row(id)).sendAfter).toEqual(at(20_000));
});

test("with a pause, messages that became due within it wait for its end as well", async () => {
  const mine = await givenConnection(companyId);
  const chat = await givenChat(companyId, mine);
  const begun = { chatKey: chat.chatKey };
  const [just, long] = [
    await chat.write({ ...begun, providerId: "a", sendAfter: at(-4_999) }),
    await chat.write({ ...begun, providerId: "b", sendAfter: at(-5_000) }),
  ];
  await desk((ctx) => resumeSends(ctx, mine, 5_000));
  expect([(await row(just)).sendAfter, (await row(long)).sendAfter]).toEqual([at(5_000), at(-5_000)]);
});
