import { afterAll, beforeAll, expect, test } from "vitest";
import { givenCompany } from "../../db/testing/given.ts";
import { createChat, deleteChat, readChat, sendChatMessage, updateChat } from "../../domain/office/chats/index.ts";
import { acting } from "../../domain/testing.ts";
import { givenSignedIn } from "../testing/given-app.ts";
import { allReceived, givenLive, type Listening, listenLive } from "../testing/given-live.ts";

let given: Awaited<ReturnType<typeof givenLive>>;
const open: Listening[] = [];
beforeAll(async () => {
  given = await givenLive();
});
afterAll(async () => {
  for (const listening of open) listening.close();
  await given.stop();
});

test("a chat is emitted to its members only: created, written, read, changed, deleted, and gone for a removed member", async () => {
  const { companyId, admin, ana, bia } = await givenCompany();
  for (const agent of [admin, ana, bia]) open.push(await listenLive(given.url, await givenSignedIn(given, agent)));
  const [ofAdmin, ofAna, ofBia] = open as [Listening, Listening, Listening];
  /** Runs the verb; returns what each socket received of it, in short. */
  async function act<T>(work: Parameters<typeof acting<T>>[1], by = admin): Promise<[T, string[][]]> {
    for (const { received } of open) received.length = 0;
    const made = await acting(by, work);
    await allReceived(given, companyId, open);
    const short = (event: string) => event.replace(`company-${companyId}-`, "");
    const ofChats = open.map(({ received }) => received.filter(({ event }) => short(event).startsWith("chat")));
    return [made, ofChats.map((events) => events.map(({ event, action }) => `${short(event)} ${action}`))];
  }
  const [{ id }, made] = await act((ctx) => createChat(ctx, { title: "Plantão", userIds: [ana.id] }));
  const changed = ["chat update", `chat-${id} update`];
  const created = (userId: string) => [`chat-user-${userId} create`, ...changed];
  expect(made).toEqual([created(admin.id), created(ana.id), []]);

  const text = { chatId: id, body: "Bom dia", fileId: null, quotedId: null };
  const [, written] = await act((ctx) => sendChatMessage(ctx, text));
  const message = ["chat new-message", `chat-${id} new-message`];
  expect(written).toEqual([message, message, []]);
  expect(ofAna.received.find(({ event }) => event.endsWith(`-chat-${id}`))).toMatchObject({
    newMessage: { chatId: id, senderId: admin.id, sender: { name: admin.name }, message: "Bom dia" },
    chat: { id, lastMessage: "Bom dia", users: [{ userId: admin.id }, { userId: ana.id, unreads: 1 }] },
  });

  const [, read] = await act((ctx) => readChat(ctx, { chatId: id, seq: 1 }), ana);
  expect(read).toEqual([[], [...changed, `chat-user-${ana.id} update`], []]);
  const [, swapped] = await act((ctx) => updateChat(ctx, { chatId: id, add: [bia.id], remove: [ana.id] }));
  expect(swapped).toEqual([[...changed, `chat-user-${admin.id} update`], ["chat delete"], created(bia.id)]);
  const [, later] = await act((ctx) => sendChatMessage(ctx, text));
  expect(later).toEqual([message, [], message]);
  const [, deleted] = await act((ctx) => deleteChat(ctx, id));
  expect(deleted).toEqual([["chat delete"], [], ["chat delete"]]);
  expect(ofAdmin.received.concat(ofBia.received)).toContainEqual({
    event: `company-${companyId}-chat`,
    action: "delete",
    id,
  });
});
