import "fake-indexeddb/auto";
import { firstValueFrom } from "rxjs";
import { expect, test, vi } from "vitest";
import { openCacheDatabase, openOutboxDatabase } from "../local/databases.ts";
import { givenDevice, openTestDesk, synced, until } from "../testing/desk.ts";
import { givenChat, givenUser } from "../testing/given.ts";

/** A synced device of Ana with one chat of `count` messages by Bia. */
async function givenChatDevice(count = 2) {
  const user = givenUser();
  const device = givenDevice(user);
  const { server } = device;
  const chat = givenChat({ ownerId: user.id, lastSeq: count, unread: count });
  server.put("chats", chat);
  server.chatMessage(chat.id, null);
  const rows = Array.from({ length: count }, () => server.chatMessage(chat.id));
  const desk = await openTestDesk(device);
  await synced(desk);
  return { user, device, server, chat, rows, desk };
}
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

test("chats and their messages are read offline; a new message comes with a poke", async () => {
  const { server, desk, chat, rows } = await givenChatDevice();
  expect((await until(desk.chatThread$(chat.id), ({ messages }) => messages.length === 2)).messages).toMatchObject(
    rows,
  );
  server.online = false;
  expect(ids(await firstValueFrom(desk.chats$()))).toEqual([chat.id]);
  server.online = true;
  const row = server.chatMessage(chat.id);
  server.put("chats", { ...chat, lastSeq: 3, unread: 3 });
  server.poke("chats", "chatThreads");
  const { messages } = await until(desk.chatThread$(chat.id), (thread) => thread.messages.length === 3);
  expect(messages.at(-1)?.id).toBe(row.id);
  expect(await until(desk.chat$(chat.id), (view) => view?.unread === 3)).toMatchObject({ lastSeq: 3 });
});

test("ten messages and a file written offline go out in order, the file first, and stay in their place", async () => {
  const { server, desk, chat } = await givenChatDevice();
  server.onCommand = ({ id, payload }) => {
    server.chatMessage(chat.id, { id, body: (payload as { body: string }).body, userId: "ana" });
    return undefined;
  };
  server.online = false;
  const sent: string[] = [];
  for (let n = 0; n < 10; n += 1) sent.push(await desk.send("chatMessage.send", { chatId: chat.id, body: `oi ${n}` }));
  const file = { blob: new Blob(["pdf"], { type: "application/pdf" }), name: "nota.pdf" };
  sent.push(await desk.send("chatMessage.send", { chatId: chat.id }, { file }));
  const queued = await until(desk.chatThread$(chat.id), ({ messages }) => messages.length === 13);
  expect(ids(queued.messages.slice(2))).toEqual(sent);
  expect(queued.messages.at(-1)).toMatchObject({ local: "queued", mediaType: "document" });
  expect(await until(desk.chat$(chat.id), (view) => view?.queued === 11)).toMatchObject({ failed: 0 });
  server.online = true;
  desk.resync();
  const all = (list: readonly { local: string | null }[]) => list.length === 13 && list.every(({ local }) => !local);
  const { messages } = await until(desk.chatThread$(chat.id), (thread) => all(thread.messages));
  expect(ids(messages.slice(2))).toEqual(sent);
  expect(server.applied.map(({ id }) => id)).toEqual(sent);
  expect([...server.files.keys()]).toEqual([queued.messages.at(-1)?.localFileId]);
  expect(await until(desk.outbox$(), (entries) => entries.length === 0)).toEqual([]);
});

test("a chat created offline is shown with the names of its members, and its messages wait for it", async () => {
  const { server, desk } = await givenChatDevice();
  server.put("refs", { id: "user:caio", kind: "user", name: "Caio", profile: "user", queueIds: [] });
  server.poke("refs");
  await until(desk.refs$("user"), (users) => users.length === 1);
  server.online = false;
  const id = await desk.send("chat.create", { title: "Loja", userIds: ["user:caio"] });
  await desk.send("chatMessage.send", { chatId: id, body: "Oi" });
  const view = await until(desk.chat$(id), (chat) => chat?.queued === 1);
  expect(view).toMatchObject({ isWaiting: true, members: [{}, { name: "Caio" }], lastMessage: { body: "Oi" } });
  expect(ids(await firstValueFrom(desk.chats$()))[0]).toBe(id);
  await desk.chatDraft(id).set("E mais");
  expect(await desk.chatDraft(id).get()).toBe("E mais");
  await desk.chatDraft(id).set("logo", { base: null });
  expect(await desk.chatDraft(id).get()).toBe("E mais\nlogo");
});

test("older messages are fetched in pages down to the first, and read again offline", async () => {
  const { server, desk, chat } = await givenChatDevice(120);
  const shown = (count: number) => until(desk.chatThread$(chat.id), ({ messages }) => messages.length === count);
  expect(await shown(50)).toMatchObject({ hasOlder: true });
  expect(await desk.loadOlderChat(chat.id)).toEqual({ hasOlder: true });
  await shown(100);
  server.online = false;
  expect(await desk.loadOlderChat(chat.id)).toEqual({ hasOlder: true, reason: "offline" });
  expect(await until(desk.chatThread$(chat.id), ({ endsHere }) => endsHere)).toMatchObject({ hasOlder: true });
  server.online = true;
  expect(await desk.loadOlderChat(chat.id)).toEqual({ hasOlder: false });
  const { messages, hasOlder } = await shown(120);
  expect([messages.map(({ seq }) => seq), hasOlder]).toEqual([Array.from({ length: 120 }, (_, at) => at + 1), false]);
});

test("a lost chat takes thread, older pages, draft, sent texts and files along; its message ends as refused", async () => {
  const { server, device, desk, chat, user } = await givenChatDevice(60);
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: () => {} }));
  const media = { fileId: "foto", name: "foto.png", mimetype: "image/png", size: 1, seconds: null, waveform: null };
  server.chatMessage(chat.id, { mediaType: "image", media: { ...media, state: "ready" } });
  server.poke("chatThreads");
  await until(desk.chatThread$(chat.id), ({ messages }) => messages.at(-1)?.media?.fileId === "foto");
  await desk.fileUrl("foto");
  await desk.loadOlderChat(chat.id);
  await desk.chatDraft(chat.id).set("rascunho");
  await desk.send("chatMessage.send", { chatId: chat.id, body: "enviada" });
  await until(desk.left$(), (left) => left.length === 1);
  server.online = false;
  const lost = await desk.send("chatMessage.send", { chatId: chat.id, body: "perdida" });
  server.remove("chats", chat.id);
  server.remove("chatThreads", chat.id);
  server.onCommand = () => "UNAUTHORIZED";
  server.online = true;
  desk.resync();
  await until(desk.chat$(chat.id), (view) => view === null);
  await until(desk.left$(), (left) => left.length === 0);
  await until(desk.chatDrafts$(), (drafts) => drafts.size === 0);
  const [entry] = await until(desk.outbox$(), ([first]) => first?.state === "refused");
  expect(entry).toMatchObject({ id: lost, chatId: chat.id, error: { code: "UNAUTHORIZED" } });
  await until(desk.chatThread$(chat.id), ({ messages }) => messages.length === 1 && messages[0]?.id === lost);
  const cache = openCacheDatabase(user);
  expect([await cache.history.count(), await cache.media.count()]).toEqual([0, 0]);
  cache.close();
  await desk.chatDraft(chat.id).set("depois");
  expect(await desk.chatDraft(chat.id).get()).toBe("");
  expect(await desk.discard(lost)).toBe(true);
  await until(desk.outbox$(), (entries) => entries.length === 0);
  await desk.close();
  const outbox = openOutboxDatabase(device.user);
  expect([await outbox.chatDrafts.count(), await outbox.outbox.count()]).toEqual([0, 0]);
  outbox.close();
});

test("a chat that leaves takes its thread along, also when nothing more comes of the thread", async () => {
  const { server, desk, chat } = await givenChatDevice();
  await until(desk.chatThread$(chat.id), ({ messages }) => messages.length === 2);
  server.remove("chats", chat.id);
  server.poke("chats");
  await until(desk.chat$(chat.id), (view) => view === null);
  expect(await until(desk.chatThread$(chat.id), ({ messages }) => messages.length === 0)).toMatchObject({
    messages: [],
  });
});

test("a chat lost while everything was pulled again loses its draft too, the others keep theirs", async () => {
  const { server, desk, chat } = await givenChatDevice();
  const other = givenChat();
  server.put("chats", other);
  server.poke("chats");
  await until(desk.chats$(), (chats) => chats.length === 2);
  await desk.chatDraft(chat.id).set("some");
  await desk.chatDraft(other.id).set("fica");
  server.remove("chats", chat.id);
  server.scope = "scope-2";
  desk.resync();
  const drafts = await until(desk.chatDrafts$(), ({ size }) => size === 1);
  expect([...drafts]).toEqual([[other.id, "fica"]]);
});

test("reading is sent once it is known, and neither its waiting nor its refusal is shown", async () => {
  const { server, desk, chat } = await givenChatDevice(3);
  server.online = false;
  await desk.send("chat.read", { chatId: chat.id, seq: 3 });
  expect(await until(desk.chat$(chat.id), (view) => view?.unread === 0)).toMatchObject({ readSeq: 3, pending: [] });
  expect(await firstValueFrom(desk.outbox$())).toEqual([]);
  server.onCommand = () => "UNAUTHORIZED";
  server.online = true;
  desk.resync();
  expect(await until(desk.chat$(chat.id), (view) => view?.unread === 3)).toMatchObject({ readSeq: 0, failed: 0 });
  expect(await firstValueFrom(desk.outbox$())).toEqual([]);
});

test("a message retried under a new id takes its quotes along", async () => {
  const { server, desk, chat } = await givenChatDevice();
  server.onCommand = () => "ERR_NO_FILE_FOUND";
  const first = await desk.send("chatMessage.send", { chatId: chat.id, body: "um" });
  await until(desk.chat$(chat.id), (view) => view?.failed === 1);
  server.online = false;
  await desk.send("chatMessage.send", { chatId: chat.id, body: "dois", quotedId: first });
  const again = await desk.retry(first);
  expect(again).not.toBe(first);
  const { messages } = await until(desk.chatThread$(chat.id), (thread) => thread.messages.at(-1)?.quoted?.id === again);
  expect(messages.slice(-2).map(({ body }) => body)).toEqual(["um", "dois"]);
});

test("chats and messages on the device are searched, and the results follow changes", async () => {
  const { server, desk, chat, rows } = await givenChatDevice();
  const found = await until(desk.searchChats$(rows[0]?.body ?? ""), ({ messages }) => messages.length > 0);
  expect(found.messages[0]).toMatchObject({ messageId: rows[0]?.id, userName: "Bia", chat: { id: chat.id } });
  const watched = until(desk.searchChats$("moringa"), ({ chats }) => chats.length === 1);
  server.put("chats", { ...chat, title: "Moringas" });
  server.poke("chats");
  expect((await watched).chats[0]?.id).toBe(chat.id);
});
