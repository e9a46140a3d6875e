import { expect, test } from "vitest";
import { givenCompany } from "../../../db/testing/given.ts";
import { acting } from "../../testing.ts";
import { createChat, listChatMessages, listChats, sendChatMessage } from "./index.ts";

test("listChats: 20 per page, newest message first, only the reader's own", async () => {
  const { admin, ana, bia } = await givenCompany();
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute));
  const ids: string[] = [];
  for (let n = 0; n < 21; n += 1) {
    const chat = { title: `Turno ${n}`, userIds: [ana.id] };
    ids.unshift((await acting(admin, (ctx) => createChat(ctx, chat), at(n))).id);
  }
  await acting(admin, (ctx) => createChat(ctx, { title: "Sem a Ana", userIds: [bia.id] }), at(30));
  const page = (n: number) => acting(ana, (ctx) => listChats(ctx, { page: n }));
  const shown = ({ chats, hasMore }: Awaited<ReturnType<typeof page>>) => [chats.map(({ id }) => id), hasMore];
  expect(shown(await page(1))).toEqual([ids.slice(0, 20), true]);
  expect(shown(await page(2))).toEqual([ids.slice(20), false]);
  expect(shown(await page(3))).toEqual([[], false]);

  const oldest = ids.at(-1) ?? "";
  const text = { chatId: oldest, body: "Bom dia", fileId: null, quotedId: null };
  await acting(ana, (ctx) => sendChatMessage(ctx, text), at(40));
  const [first] = (await page(1)).chats;
  expect(first).toMatchObject({ id: oldest, lastBody: "Bom dia" });
});

test("listChats: every word of a search is in the title or in a member's name, without accents and case", async () => {
  const { admin, ana, bia } = await givenCompany();
  const create = (title: string, ...people: { id: string }[]) =>
    acting(admin, (ctx) => createChat(ctx, { title, userIds: people.map(({ id }) => id) }));
  const [plantao, percent] = [await create("Plantão de sábado", ana), await create("100% vitrine", bia)];
  const untitled = await create("", ana, bia);
  const found = async (search: string, agent = admin) =>
    (await acting(agent, (ctx) => listChats(ctx, { search }))).chats.map(({ id }) => id).sort();
  for (const [search, chats] of [
    ["PLANTAO", [plantao]],
    ["sabado ana", [plantao]],
    ["bia", [percent, untitled]],
    ["ana bia", [untitled]],
    ["plantão bia", []],
    ["%", [percent]],
    ["_", []],
    ["", [plantao, percent, untitled]],
  ] as const)
    expect([search, await found(search)]).toEqual([search, chats.map(({ id }) => id).sort()]);
  // Another member's search finds only their chats.
  expect(await found("marina", ana)).toEqual([plantao, untitled].map(({ id }) => id).sort());
});

test("listChatMessages: page 1 is the newest, oldest first within a page", async () => {
  const { admin, ana } = await givenCompany();
  const { id: chatId } = await acting(admin, (ctx) => createChat(ctx, { title: "", userIds: [ana.id] }));
  for (let n = 1; n <= 23; n += 1)
    await acting(ana, (ctx) => sendChatMessage(ctx, { chatId, body: `${n}`, fileId: null, quotedId: null }));
  const page = async (n: number) => {
    const { messages, hasMore } = await acting(admin, (ctx) => listChatMessages(ctx, chatId, { page: n }));
    return [messages.map(({ seq }) => seq), hasMore];
  };
  expect(await page(1)).toEqual([Array.from({ length: 20 }, (_, at) => at + 4), true]);
  expect(await page(2)).toEqual([[1, 2, 3], false]);
});
