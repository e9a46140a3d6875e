import { expect, test } from "vitest";
import type { ChatDocument, ChatMessageRow } from "../../../contracts/office/chats.ts";
import type { OutboxRecord } from "../outbox/entry.ts";
import { givenChat, givenChatMessage, givenCommand } from "../testing/given.ts";
import type { EffectContext } from "./apply-effects.ts";
import { chatView, compareChats } from "./chats.ts";

const names: Record<string, string> = { bia: "Bia", caio: "Caio" };
const view = (pulled: ChatDocument | null, commands: OutboxRecord[], rows: ChatMessageRow[] = []) => {
  const reader: EffectContext<"chats"> = {
    userId: "ana",
    userName: "Ana",
    nameOf: (id) => names[id] ?? "",
    messages: () => rows,
  };
  return chatView(pulled, commands, reader);
};
const chat = givenChat({ id: "c", rev: 5, title: "Loja" });
const update = (change: object, over = {}) => givenCommand("chat.update", { chatId: "c", ...change }, over);
const send = (body: string, over = {}) => givenCommand("chatMessage.send", { chatId: "c", body }, over);
const read = (seq: number, over = {}) => givenCommand("chat.read", { chatId: "c", seq }, over);

test("a chat without commands is shown as pulled", () => {
  expect(view(chat, [])).toEqual({ ...chat, pending: [], queued: 0, failed: 0, isWaiting: false });
  expect(view(null, [send("Oi")])).toBeNull();
});

test("a created chat has its owner first, names from the device, and each person once", () => {
  const create = givenCommand("chat.create", { title: " Loja ", userIds: ["bia", "ana", "bia", "caio"] });
  expect(view(null, [create])).toMatchObject({
    id: create.id,
    rev: 0,
    title: "Loja",
    ownerId: "ana",
    members: [
      { userId: "ana", name: "Ana" },
      { userId: "bia", name: "Bia" },
      { userId: "caio", name: "Caio" },
    ],
    unread: 0,
    pending: ["chat.create"],
    isWaiting: true,
  });
});

test("a refused creation stays visible with its messages, for the author's decision", () => {
  const create = givenCommand("chat.create", { userIds: ["bia"] }, { state: "refused" });
  const after = givenCommand("chatMessage.send", { chatId: create.id, body: "Oi" });
  expect(view(null, [create, after])).toMatchObject({ failed: 1, queued: 1, isWaiting: false });
});

test("changes of title and members apply in order; the owner stays, and someone both added and removed leaves", () => {
  const shown = view(chat, [
    update({ title: " Loja nova ", add: ["caio", "bia"] }),
    update({ remove: ["bia", "ana"] }),
    update({ add: ["bia"] }),
    update({ add: ["caio"], remove: ["caio"] }),
  ]);
  expect(shown).toMatchObject({ title: "Loja nova", isWaiting: true, pending: ["chat.update"] });
  expect(shown?.members.map(({ userId }) => userId)).toEqual(["ana", "bia"]);
});

test("a new title moves the chat up, new members alone do not", () => {
  const command = update({ title: "Outra" });
  expect(view(chat, [command])?.updatedAt).toBe(command.createdAt);
  expect(view(chat, [update({ add: ["caio"], title: "Loja" })])?.updatedAt).toBe(chat.updatedAt);
});

test("a pending deletion hides the chat, a refused one does not", () => {
  expect(view(chat, [givenCommand("chat.delete", { chatId: "c" })])).toBeNull();
  expect(view(chat, [givenCommand("chat.delete", { chatId: "c" }, { state: "refused" })])).toMatchObject({ failed: 1 });
});

test("an own queued message is the last one, cut to 200 characters; it neither reads nor counts as unread", () => {
  const unread = { ...chat, lastSeq: 3, readSeq: 1, unread: 2 };
  const first = send("primeira");
  const message = send(` ${"a".repeat(300)} `);
  const shown = view(unread, [first, message]);
  expect(shown?.lastMessage).toEqual({
    userId: "ana",
    userName: "Ana",
    body: "a".repeat(200),
    mediaType: "chat",
    createdAt: message.createdAt,
  });
  expect(shown).toMatchObject({ updatedAt: message.createdAt, queued: 2, unread: 2, readSeq: 1 });
});

test("a refused message is counted and is not the last one; an answered one counts until its revision is pulled", () => {
  expect(view(chat, [send("Oi", { state: "refused" })])).toMatchObject({ lastMessage: null, failed: 1, queued: 0 });
  expect(view(chat, [send("Oi", { state: "answered", rev: 6 })])?.lastMessage?.body).toBe("Oi");
  expect(view(chat, [send("Oi", { state: "answered", rev: 5 })])?.lastMessage).toBeNull();
});

const rows = [1, 2, 3, 4, 5].map((seq) => givenChatMessage({ seq, userId: seq === 4 ? "ana" : "bia" }));
const full = { ...chat, lastSeq: 5, readSeq: 1, unread: 3 };

test.each([
  ["to the newest message", 5, rows, { readSeq: 5, unread: 0 }],
  ["beyond the newest message", 9, rows, { readSeq: 5, unread: 0 }],
  ["in the middle: own messages are not counted", 3, rows, { readSeq: 3, unread: 1 }],
  ["further back than already read", 1, rows, { readSeq: 1, unread: 3 }],
  ["before a message that only the server has", 3, rows.slice(0, 4), { readSeq: 3, unread: 1 }],
  ["before the thread begins: the count is unknown and stays", 2, rows.slice(3), { readSeq: 2, unread: 3 }],
  ["without a thread on the device", 3, [], { readSeq: 3, unread: 3 }],
])("reading %s", (_what, seq, thread, expected) => {
  const shown = view(full, [read(seq)], thread);
  expect(shown).toMatchObject({ ...expected, pending: [], failed: 0 });
  expect(view(full, [read(seq, { state: "refused" })], thread)).toMatchObject({ readSeq: 1, unread: 3, failed: 0 });
});

test("repeated and reordered readings have the effect of the greatest", () => {
  expect(view(full, [read(5), read(3)], rows)).toMatchObject({ readSeq: 5, unread: 0 });
  const read3 = { ...full, readSeq: 3, unread: 1 };
  expect(view(read3, [read(2)], rows)).toMatchObject({ readSeq: 3, unread: 1 });
});

test("chats are ordered by newest activity, then by id", () => {
  const at = "2026-05-01T10:00:00.000Z";
  const list = [
    givenChat({ id: "b", updatedAt: at }),
    givenChat({ id: "a", updatedAt: at }),
    givenChat({ id: "z", updatedAt: "2026-05-02T10:00:00.000Z" }),
  ];
  expect(list.sort(compareChats).map(({ id }) => id)).toEqual(["z", "a", "b"]);
});
