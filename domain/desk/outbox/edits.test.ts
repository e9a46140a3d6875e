import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany } from "../../../db/testing/given.ts";
import { accepted, at, givenChat, givenConnection, messageOf, NOW } from "../../../db/testing/given-chat.ts";
import type { DeskContext } from "../../ground/context.ts";
import { atDesk } from "../../testing.ts";
import { markEdited, nextEdits, refuseEdit } from "./index.ts";

const { messageVersions } = schema;
const TWENTY_MINUTES_MS = 20 * 60_000;

let companyId: string;
let connectionId: string;
let chat: Awaited<ReturnType<typeof givenChat>>;
beforeAll(async () => {
  companyId = (await givenCompany()).companyId;
  connectionId = await givenConnection(companyId);
  chat = await givenChat(companyId, connectionId);
});
const desk = <T>(work: (ctx: DeskContext) => Promise<T>) => atDesk(companyId, work, NOW);

type Values = Parameters<typeof chat.write>[0];
/** A sent message whose second edit is due; the channel shows the first text. */
const givenEdited = (values: Values = {}) =>
  chat.write({
    ...accepted,
    chatKey: chat.chatKey,
    providerId: randomUUID(),
    body: "terceiro",
    channelBody: "primeiro",
    editAfter: NOW,
    editTurn: 2,
    ...values,
  });
const row = (id: string) => messageOf(companyId, id);
const versions = (messageId: string) =>
  desk((ctx) =>
    ctx.db
      .select({ body: messageVersions.body, cause: messageVersions.cause, at: messageVersions.at })
      .from(messageVersions)
      .where(eq(messageVersions.messageId, messageId)),
  );

test.each([
  ["20 minutes ago is in time", at(-TWENTY_MINUTES_MS), false],
  ["a moment earlier is too late", at(-TWENTY_MINUTES_MS - 1), true],
  ["at an unknown time is in time", null, false],
])("an edit of a message accepted %s", async (_when, acceptedAt, isTooLate) => {
  const messageId = await givenEdited({ acceptedAt });
  const { chatKey, providerId } = await row(messageId);
  const due = await desk((ctx) => nextEdits(ctx, connectionId));
  expect(due.find((edit) => edit.messageId === messageId)).toEqual({
    ...{ messageId, turn: 2, body: "terceiro", chatKey, providerId, isTooLate },
  });
});

test("an edit that the channel has ends the turn", async () => {
  const messageId = await givenEdited();
  await desk((ctx) => markEdited(ctx, { messageId, turn: 2, body: "terceiro" }));
  expect(await row(messageId)).toMatchObject({ body: "terceiro", editAfter: null, channelBody: null });
});

test("when a newer edit is due, the channel shows the text of the earlier one until then", async () => {
  const messageId = await givenEdited();
  await desk((ctx) => markEdited(ctx, { messageId, turn: 1, body: "segundo" }));
  expect(await row(messageId)).toMatchObject({ body: "terceiro", editAfter: NOW, channelBody: "segundo" });
});

test("the acknowledgement of an earlier edit changes nothing when no edit is due", async () => {
  const messageId = await givenEdited({ editAfter: null, channelBody: null });
  await desk((ctx) => markEdited(ctx, { messageId, turn: 1, body: "segundo" }));
  expect((await row(messageId)).channelBody).toBeNull();
});

test("a refused edit restores the text that the channel shows, and keeps the refused text as a version", async () => {
  const messageId = await givenEdited();
  await desk((ctx) => refuseEdit(ctx, { messageId, turn: 2 }));
  expect(await row(messageId)).toMatchObject({ body: "primeiro", editAfter: null, channelBody: null });
  expect(await versions(messageId)).toEqual([{ body: "terceiro", cause: "refused", at: NOW }]);
  // A second refusal of the same edit changes nothing.
  await desk((ctx) => refuseEdit(ctx, { messageId, turn: 2 }));
  expect(await versions(messageId)).toHaveLength(1);
});

test("the refusal of an earlier edit, or in another company, leaves the message and its turn", async () => {
  const messageId = await givenEdited();
  await desk((ctx) => refuseEdit(ctx, { messageId, turn: 1 }));
  await atDesk(randomUUID(), async (ctx) => {
    await refuseEdit(ctx, { messageId, turn: 2 });
    await markEdited(ctx, { messageId, turn: 1, body: "de outra" });
  });
  expect(await row(messageId)).toMatchObject({ body: "terceiro", editAfter: NOW, channelBody: "primeiro" });
  expect(await versions(messageId)).toEqual([]);
});
