import { expect, test } from "vitest";
import type { ChatView } from "../desk-types.ts";
import { givenChat, givenChatMessage } from "../testing/given.ts";
import { findInChats } from "./chat-search.ts";

const shown = (change: Parameters<typeof givenChat>[0]): ChatView => ({
  ...givenChat(change),
  ...{ pending: [], queued: 0, failed: 0, isWaiting: false },
});
const shop = shown({ id: "shop", title: "Loja São João" });
const pair = shown({ id: "pair", title: "", members: [{ userId: "caio", name: "Caio Conceição" }] });
const [old, recent, file] = [
  givenChatMessage({ chatId: "shop", body: "A coleta é às 9h" }),
  givenChatMessage({ chatId: "pair", body: "Coleta amanhã?" }),
  givenChatMessage({ chatId: "shop", body: "", media: { name: "Coleta.pdf" } as never }),
];
const threads = new Map([
  ["shop", { messages: [old, file] }],
  ["pair", { messages: [recent] }],
  ["lost", { messages: [givenChatMessage({ body: "coleta" })] }],
]);
const find = (text: string, limit = 9) => {
  const { chats, messages } = findInChats([shop, pair], threads, text, limit);
  return [chats.map(({ id }) => id), messages.map(({ messageId }) => messageId)];
};

test("chats are found by title and members, without accents and in any order of the words", () => {
  expect(find("joao loja")).toEqual([["shop"], []]);
  expect(find("CONCEICAO")).toEqual([["pair"], []]);
});

test("messages are found newest first, by text and name of file, only in chats that are shown", () => {
  expect(find("coleta")).toEqual([[], [file.id, recent.id, old.id]]);
  expect(find("coleta as")).toEqual([[], [old.id]]);
  expect(find("coleta", 1)).toEqual([[], [file.id]]);
});

test("an empty text finds nothing", () => {
  expect(find("  ")).toEqual([[], []]);
});
