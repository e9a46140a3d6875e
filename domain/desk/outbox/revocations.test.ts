import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { givenCompany } from "../../../db/testing/given.ts";
import { at, givenChat, givenConnection, messageOf, NOW } from "../../../db/testing/given-chat.ts";
import type { DeskContext } from "../../ground/context.ts";
import { atDesk } from "../../testing.ts";
import { markRevoked, nextRevocations, postponeRevocation, resumeRevocations } from "./index.ts";

let companyId: string;
beforeAll(async () => {
  companyId = (await givenCompany()).companyId;
});
const desk = <T>(work: (ctx: DeskContext) => Promise<T>, now = NOW) => atDesk(companyId, work, now);

async function givenDeleted() {
  const connectionId = await givenConnection(companyId);
  const { chatKey, write } = await givenChat(companyId, connectionId);
  return {
    connectionId,
    chatKey,
    /** Adds a sent message that an agent has deleted. */
    remove: (values: Parameters<typeof write>[0] = {}) =>
      write({ ack: 1, acceptedAt: NOW, isDeleted: true, chatKey, providerId: randomUUID(), ...values }),
    due: async (now = NOW) =>
      (await desk((ctx) => nextRevocations(ctx, connectionId), now)).map(({ messageId }) => messageId),
  };
}
const sendAfter = async (id: string) => (await messageOf(companyId, id)).sendAfter;

test("a deleted message is due for revocation with its chat and its id", async () => {
  const { connectionId, chatKey, remove } = await givenDeleted();
  const messageId = await remove({ providerId: "m_1" });
  expect(await desk((ctx) => nextRevocations(ctx, connectionId))).toEqual([{ messageId, chatKey, providerId: "m_1" }]);
});

test.each([
  ["that is not deleted", { isDeleted: false }],
  ["whose revocation is postponed", { sendAfter: at(1) }],
  ["whose deletion the channel has", { sendAfter: null }],
  ["that failed", { errorCode: "ERR_SENDING" }],
  ["that was never sent", { providerId: null }],
])("a message %s is not due for revocation", async (_state, values) => {
  const { remove, due } = await givenDeleted();
  await remove(values);
  expect(await due()).toEqual([]);
});

test("a revocation can be postponed until it is done", async () => {
  const { remove, due } = await givenDeleted();
  const messageId = await remove();
  const postpone = () => desk((ctx) => postponeRevocation(ctx, { messageId, until: at(4) }));
  expect(await postpone()).toBe(true);
  expect([await due(), await due(at(4))]).toEqual([[], [messageId]]);
  await desk((ctx) => markRevoked(ctx, { messageId }));
  expect(await due(at(4))).toEqual([]);
  expect(await postpone()).toBe(false);
  expect(await sendAfter(messageId)).toBeNull();
});

test("a message that is to be sent is neither revoked nor postponed by these verbs", async () => {
  const { connectionId, remove } = await givenDeleted();
  const messageId = await remove({ isDeleted: false, sendAfter: at(3) });
  await desk((ctx) => markRevoked(ctx, { messageId }));
  expect(await desk((ctx) => postponeRevocation(ctx, { messageId, until: at(9) }))).toBe(false);
  await desk((ctx) => resumeRevocations(ctx, connectionId));
  expect(await sendAfter(messageId)).toEqual(at(3));
});

test("a new owner of the connection makes its postponed revocations due", async () => {
  const { connectionId, remove, due } = await givenDeleted();
  const messageId = await remove({ sendAfter: at(7) });
  const other = await remove({ sendAfter: at(7), connectionId: await givenConnection(companyId) });
  await desk((ctx) => resumeRevocations(ctx, connectionId));
  expect(await due()).toEqual([messageId]);
  expect(await sendAfter(other)).toEqual(at(7));
});

test("another company finds no revocation and changes none", async () => {
  const { connectionId, remove, due } = await givenDeleted();
  const messageId = await remove();
  await atDesk(
    randomUUID(),
    async (ctx) => {
      expect(await nextRevocations(ctx, connectionId)).toEqual([]);
      expect(await postponeRevocation(ctx, { messageId, until: at(1) })).toBe(false);
      await markRevoked(ctx, { messageId });
    },
    NOW,
  );
  expect(await due()).toEqual([messageId]);
});
