import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { ChatDocument, ChatMessageRow } from "../../contracts/office/chats.ts";
import type { Checkpoint } from "../../contracts/sync.ts";
import { testNow } from "../../contracts/testing/clock.ts";
import { schema } from "../../db/index.ts";
import { type GivenAgent, givenCompany, testDatabase } from "../../db/testing/given.ts";
import { createChat, deleteChat, readChat, sendChatMessage, updateChat } from "../../domain/office/chats/index.ts";
import { deleteUser } from "../../domain/office/departures/index.ts";
import { acting } from "../../domain/testing.ts";
import { runCommands } from "./commands.ts";
import { pull } from "./pull.ts";
import { isVisibleTo, readScopedChanges } from "./scoped-changes.ts";
import { givenDevice, sequencer } from "./testing/given-device.ts";

let desk: Awaited<ReturnType<typeof givenCompany>>;
let stranger: GivenAgent;
beforeAll(async () => {
  [desk, stranger] = [await givenCompany(), (await givenCompany()).admin];
});

const givenChat = (...people: GivenAgent[]) =>
  acting(desk.admin, (ctx) => createChat(ctx, { title: "Plantão", userIds: people.map(({ id }) => id) }));
const say = (agent: GivenAgent, chatId: string, body: string) =>
  acting(agent, (ctx) => sendChatMessage(ctx, { chatId, body, fileId: null, quotedId: null }));
const change = (chatId: string, members: { add?: GivenAgent[]; remove?: GivenAgent[] }) => {
  const ids = (people: GivenAgent[] = []) => people.map(({ id }) => id);
  return acting(desk.admin, (ctx) => updateChat(ctx, { chatId, add: ids(members.add), remove: ids(members.remove) }));
};
const devicesOf = (agent: GivenAgent) => ({
  chats: givenDevice(agent, "chats"),
  threads: givenDevice(agent, "chatThreads"),
});
const bodiesIn = (update: unknown) =>
  (update as { messages?: ChatMessageRow[] } | undefined)?.messages?.map(({ body }) => body);

test("a new member gets the whole thread, a removed one loses both documents, others get only new messages", async () => {
  const { admin, ana, bia } = desk;
  const chat = await givenChat(ana);
  await say(ana, chat.id, "Bom dia");
  const [anas, bias, admins] = [devicesOf(ana), devicesOf(bia), devicesOf(admin)];
  for (const { chats, threads } of [anas, bias, admins]) for (const device of [chats, threads]) await device.pull();
  expect(bodiesIn(anas.threads.held.get(chat.id))).toEqual(["Bom dia"]);
  expect([bias.chats.held.has(chat.id), bias.threads.held.has(chat.id)]).toEqual([false, false]);

  await change(chat.id, { add: [bia], remove: [ana] });
  await say(admin, chat.id, "Bia entrou");
  expect((await anas.chats.pull()).at(-1)).toEqual({ id: chat.id, _deleted: true });
  expect(await anas.threads.pull()).toEqual([{ id: chat.id, _deleted: true }]);
  expect(bodiesIn((await bias.threads.pull())[0])).toEqual(["Bom dia", "Bia entrou"]);
  const [toAdmin, ...more] = await admins.threads.pull();
  expect([toAdmin?.whole, bodiesIn(toAdmin), more]).toEqual([false, ["Bia entrou"], []]);
  await bias.chats.pull();
  expect(bias.chats.held.get(chat.id)).toMatchObject({
    lastSeq: 2,
    readSeq: 1,
    unread: 1,
  } satisfies Partial<ChatDocument>);
});

test("nothing of a chat comes to a non-member, a member removed earlier, or another company", async () => {
  const { admin, ana, bia } = desk;
  const chat = await givenChat(ana);
  await change(chat.id, { remove: [ana] });
  await sequencer.run(desk.companyId);
  const devices = [ana, bia, stranger].map(devicesOf);
  for (const { chats, threads } of devices) for (const device of [chats, threads]) await device.pull();
  await say(admin, chat.id, "segredo");
  await acting(admin, (ctx) => updateChat(ctx, { chatId: chat.id, title: "segredo", add: [], remove: [] }));
  for (const { chats, threads } of devices)
    for (const device of [chats, threads]) expect(await device.pull()).toEqual([]);
  const fresh = [ana, bia, stranger].map(devicesOf);
  for (const { chats, threads } of fresh)
    for (const device of [chats, threads]) expect((await device.pull()).map(({ id }) => id)).not.toContain(chat.id);
});

test("a boot names the user's own chats only, also in the checkpoints between its pages", async () => {
  const { bia } = desk;
  const own = [await givenChat(bia), await givenChat(bia)];
  const others = [await givenChat(desk.ana), await givenChat(desk.ana)];
  const pages: string[] = [];
  let checkpoint: Checkpoint | undefined;
  do {
    const page = await pull({ database: testDatabase(), sequencer }, bia, {
      ...{ collection: "chats", checkpoint, limit: 1 },
    });
    pages.push(JSON.stringify(page));
    checkpoint = page.checkpoint;
  } while (checkpoint.phase === "boot");
  const all = pages.join();
  expect(own.map(({ id }) => all.includes(id))).toEqual([true, true]);
  expect(others.map(({ id }) => all.includes(id))).toEqual([false, false]);
});

test("a deleted chat leaves every member's device; a member's reading goes to that member alone", async () => {
  const { admin, ana, bia } = desk;
  const chat = await givenChat(ana, bia);
  await say(admin, chat.id, "Oi");
  const [anas, bias] = [devicesOf(ana), devicesOf(bia)];
  for (const { chats, threads } of [anas, bias]) for (const device of [chats, threads]) await device.pull();
  await acting(ana, (ctx) => readChat(ctx, { chatId: chat.id, seq: 1 }));
  expect(await anas.chats.pull()).toMatchObject([{ id: chat.id, unread: 0 }]);
  expect(await bias.chats.pull()).toEqual([]);
  await acting(admin, (ctx) => deleteChat(ctx, chat.id));
  for (const { chats, threads } of [anas, bias])
    for (const device of [chats, threads]) expect(await device.pull()).toEqual([{ id: chat.id, _deleted: true }]);
});

test("a pull from before a member joined and left brings tombstones only", async () => {
  const { ana, bia } = desk;
  const chat = await givenChat(ana);
  const bias = devicesOf(bia);
  await bias.chats.pull();
  await bias.threads.pull();
  await change(chat.id, { add: [bia] });
  await say(ana, chat.id, "segredo");
  await change(chat.id, { remove: [bia] });
  for (const device of [bias.chats, bias.threads])
    expect(await device.pull(1)).toEqual([{ id: chat.id, _deleted: true }]);
});

test("the event stream shows a change to the members before and after it", async () => {
  const { admin, ana, bia } = desk;
  const chat = await givenChat(ana);
  const allChanges = async () =>
    (await testDatabase().company(desk.companyId, (db) => readScopedChanges(db, desk.companyId, 0))).changes;
  const rev = async () => {
    await sequencer.run(desk.companyId);
    return (await allChanges()).length;
  };
  const visibleTo = async (after: number) => {
    await sequencer.run(desk.companyId);
    const changes = (await allChanges()).slice(after).filter(({ docId }) => docId === chat.id);
    return [admin, ana, bia, stranger].map((actor) => changes.some((one) => isVisibleTo(actor, one)));
  };
  let before = await rev();
  await say(ana, chat.id, "Oi");
  expect(await visibleTo(before)).toEqual([true, true, false, false]);
  before = await rev();
  await change(chat.id, { remove: [ana] });
  expect(await visibleTo(before)).toEqual([true, true, false, false]);
  before = await rev();
  await say(admin, chat.id, "segredo");
  expect(await visibleTo(before)).toEqual([true, false, false, false]);
});

test("when the owner's user is deleted, the chat goes to the member who joined first, and a chat without members goes", async () => {
  const { admin, ana, bia, companyId } = await givenCompany();
  const owner = { ...ana, profile: "admin" as const };
  const create = (...people: GivenAgent[]) =>
    acting(owner, (ctx) => createChat(ctx, { title: "", userIds: people.map(({ id }) => id) }));
  const [kept, gone] = [await create(bia, admin), await create(bia)];
  await acting(owner, (ctx) => updateChat(ctx, { chatId: gone.id, add: [], remove: [bia.id] }));
  await say(owner, kept.id, "Até mais");
  const bias = devicesOf(bia);
  await bias.chats.pull();
  await bias.threads.pull();
  await acting(admin, (ctx) => deleteUser(ctx, ana.id));
  await bias.chats.pull();
  await bias.threads.pull();
  expect(bias.chats.held.get(kept.id)).toMatchObject({
    ownerId: bia.id,
    members: [{ userId: bia.id }, { userId: admin.id }],
    lastMessage: { userId: null, userName: ana.name },
    unread: 1,
  });
  expect(bias.threads.held.get(kept.id)).toMatchObject({ messages: [{ userId: null, userName: ana.name }] });
  const left = await testDatabase().company(companyId, (db) => db.select({ id: schema.chats.id }).from(schema.chats));
  expect(left).toEqual([{ id: kept.id }]);
});

test("a repeated command creates one chat and one message; a non-member's commands are refused", async () => {
  const { admin, ana, bia, companyId } = desk;
  const deps = {
    database: testDatabase(),
    sequencer,
    onFailure: (error: unknown) => {
      throw error;
    },
  };
  const run = async (actor: GivenAgent, type: string, payload: object, id: string = randomUUID()) => {
    const command = { id, type, payload, createdAt: testNow().toISOString() };
    return (await runCommands(deps, { actor, device: "Teste" }, [command])).results[0];
  };
  const [chatId, messageId] = [randomUUID(), randomUUID()];
  for (const status of ["applied", "duplicate"])
    expect(await run(admin, "chat.create", { title: "Plantão", userIds: [ana.id] }, chatId)).toMatchObject({ status });
  for (const status of ["applied", "duplicate"])
    expect(await run(ana, "chatMessage.send", { chatId, body: " Oi " }, messageId)).toMatchObject({ status });
  const device = givenDevice(ana, "chatThreads");
  await device.pull();
  expect(bodiesIn(device.held.get(chatId))).toEqual(["Oi"]);
  const answer = await run(ana, "chat.read", { chatId, seq: 1 });
  await device.pull();
  expect(answer?.rev).toBeGreaterThan(0);
  const refused: [string, object][] = [
    ["chat.update", { chatId, title: "Meu" }],
    ["chat.delete", { chatId }],
    ["chat.read", { chatId, seq: 1 }],
    ["chatMessage.send", { chatId, body: "Oi" }],
  ];
  for (const actor of [bia, stranger])
    for (const [type, payload] of refused)
      expect([type, await run(actor, type, payload)]).toMatchObject([
        type,
        { status: "rejected", code: "UNAUTHORIZED" },
      ]);
  for (const [type, payload] of refused.slice(0, 2))
    expect(await run(ana, type, payload)).toMatchObject({ status: "rejected", code: "ERR_NO_PERMISSION" });
  expect(await run(bia, "chat.create", { userIds: [ana.id] })).toMatchObject({ code: "ERR_NO_PERMISSION" });
  const foreign = await run(admin, "chat.create", { userIds: [stranger.id] });
  expect(foreign).toMatchObject({ code: "ERR_NO_USER_FOUND" });
  expect(companyId).not.toBe(stranger.companyId);
});
