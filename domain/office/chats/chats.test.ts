import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { type GivenAgent, givenCompany } from "../../../db/testing/given.ts";
import { acting, refusal } from "../../testing.ts";
import { chatDocuments, createChat, readChat, sendChatMessage, updateChat } from "./index.ts";

let desk: Awaited<ReturnType<typeof givenCompany>>;
let admin: GivenAgent;
beforeAll(async () => {
  desk = await givenCompany();
  admin = desk.admin;
});

const givenChat = (...people: GivenAgent[]) =>
  acting(admin, (ctx) => createChat(ctx, { title: "Plantão", userIds: people.map(({ id }) => id) }));
const say = (agent: GivenAgent, chatId: string, body: string, id = randomUUID()) =>
  acting(agent, (ctx) => sendChatMessage(ctx, { id, chatId, body, fileId: null, quotedId: null }));
const seenBy = async (agent: GivenAgent, id: string) => (await acting(agent, (ctx) => chatDocuments(ctx, [id])))[0];

test("createChat: the creator is the owner and the first member", async () => {
  const { ana, bia } = desk;
  const chat = await givenChat(ana, bia, ana, admin);
  expect(await seenBy(ana, chat.id)).toMatchObject({
    title: "Plantão",
    ownerId: admin.id,
    members: [admin, ana, bia].map(({ id, name }) => ({ userId: id, name })),
    lastMessage: null,
    lastSeq: 0,
    readSeq: 0,
    unread: 0,
  });
});

test("sendChatMessage: twenty parallel messages get seq 1 to 20 without gaps", async () => {
  const { ana, bia } = desk;
  const chat = await givenChat(ana, bia);
  const sent = await Promise.all(
    Array.from({ length: 20 }, (_, at) => say([admin, ana, bia][at % 3] ?? admin, chat.id, `Mensagem ${at}`)),
  );
  expect(sent.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  expect(await seenBy(bia, chat.id)).toMatchObject({ lastSeq: 20, unread: 14 });
});

test("updateChat: a removed member sees nothing, a new one sees all with nothing unread", async () => {
  const { ana, bia } = desk;
  const chat = await givenChat(ana);
  await say(ana, chat.id, "Bom dia");
  await acting(admin, (ctx) => updateChat(ctx, { chatId: chat.id, add: [bia.id], remove: [ana.id] }));
  expect(await seenBy(ana, chat.id)).toBeUndefined();
  expect(await seenBy(bia, chat.id)).toMatchObject({ lastSeq: 1, readSeq: 1, unread: 0 });
  expect(await refusal(say(ana, chat.id, "Oi"))).toMatchObject({ code: "UNAUTHORIZED" });
});

test("readChat: the position only grows, up to the newest message", async () => {
  const { ana } = desk;
  const chat = await givenChat(ana);
  for (const body of ["um", "dois", "três"]) await say(admin, chat.id, body);
  for (const [seq, unread] of [
    [2, 1],
    [1, 1],
    [99, 0],
  ] as const) {
    await acting(ana, (ctx) => readChat(ctx, { chatId: chat.id, seq }));
    expect(await seenBy(ana, chat.id)).toMatchObject({ unread });
  }
  expect(await seenBy(ana, chat.id)).toMatchObject({ readSeq: 3 });
});
