import { expect, test } from "vitest";
import { openSequencer } from "../../db/index.ts";
import { givenCompany, testDatabase } from "../../db/testing/given.ts";
import { createChat, sendChatMessage } from "../../domain/office/chats/index.ts";
import { acting } from "../../domain/testing.ts";
import { pullThreads } from "./index.ts";

test("threads of chats come whole or before a number, to members only", async () => {
  const { admin, ana, bia } = await givenCompany();
  const foreign = await givenCompany();
  const { id } = await acting(admin, (ctx) => createChat(ctx, { title: "", userIds: [ana.id] }));
  for (let n = 1; n <= 53; n += 1)
    await acting(ana, (ctx) => sendChatMessage(ctx, { chatId: id, body: `${n}`, fileId: null, quotedId: null }));
  const database = testDatabase();
  const deps = { database, sequencer: openSequencer(database) };
  const ask = async (actor: typeof ana, before?: number) =>
    (await pullThreads(deps, actor, { collection: "chatThreads", ids: [id], ...(before && { before }) })).map(
      ({ whole, hasOlder, messages }) => [whole, hasOlder, messages.map(({ body }) => body)],
    );
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`);
  expect(await ask(ana)).toEqual([[true, true, numbers(4, 53)]]);
  expect(await ask(ana, 4)).toEqual([[false, false, ["1", "2", "3"]]]);
  expect(await ask(ana, 53)).toEqual([[false, true, numbers(3, 52)]]);
  expect(await ask(ana, 1)).toEqual([[false, false, []]]);
  for (const outsider of [bia, foreign.admin]) expect([await ask(outsider), await ask(outsider, 9)]).toEqual([[], []]);
});
