import { asc, eq } from "drizzle-orm";
import { expect } from "vitest";
import { schema } from "../../../db/index.ts";
import { atDesk } from "../../../domain/testing.ts";
import type { Observation } from "./device-messages.ts";
import type { booted } from "./server.ts";
import type { Seat, Simulation } from "./simulation.ts";

const { chats, chatMembers, chatMessages } = schema;

const byId = <T extends { id: string }>(list: readonly T[]) =>
  Object.fromEntries(list.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((one) => [one.id, one]));
const strip = (document: object, ...more: string[]) =>
  Object.fromEntries(Object.entries(document).filter(([key]) => key !== "rev" && !more.includes(key))) as {
    id: string;
  };
/** Fields that a view adds to a chat's document. */
const viewKeys = ["pending", "queued", "failed", "isWaiting"];

/** Returns the ids of all chats of the history, deleted ones too. */
export async function knownChats({ companyId, given }: Simulation): Promise<ReadonlySet<string>> {
  const living = await atDesk(companyId, (ctx) => ctx.db.select({ id: chats.id }).from(chats));
  const named = given.flatMap(({ payload }) => ("chatId" in payload ? [payload.chatId] : []));
  return new Set([...living.map(({ id }) => id), ...named]);
}

/** A member's device equals the database; a device whose user is no member has no chat and no message of it. */
export async function compareChats(
  { companyId }: Simulation,
  { agent, name: where }: Seat,
  seen: Observation,
  fresh: Awaited<ReturnType<typeof booted>>,
) {
  // A chat whose creation was refused stays visible to its author with its messages.
  const unmade = new Set(seen.outbox.filter(({ type }) => type === "chat.create").map(({ id }) => id));
  const shown = seen.chats.filter(({ id }) => !unmade.has(id));
  expect(byId(shown.map((chat) => strip(chat, ...viewKeys))), `${where}: chats`).toEqual(
    byId(fresh.chats.map((chat) => strip(chat))),
  );
  for (const chat of shown) expect(chat.pending, `${where}: chat left over`).toEqual([]);

  const threads = seen.chatThreads.map(({ id, hasOlder, messages }) => ({
    id,
    hasOlder,
    messages: messages
      .filter(({ local }) => local === null)
      .map((row) => strip(row, "local", "commandId", "errorCode", "localFileId")),
  }));
  const members = fresh.chatThreads as unknown as Observation["chatThreads"];
  const present = new Map(members.map(({ id, hasOlder, messages }) => [id, { id, hasOlder, messages }]));
  const nothing = (id: string) => ({ id, hasOlder: false, messages: [] });
  expect(byId(threads), `${where}: chat threads`).toEqual(
    byId(threads.map(({ id }) => present.get(id) ?? nothing(id))),
  );

  const { rows, unread } = await atDesk(companyId, async (ctx) => {
    const own = await ctx.db.select().from(chatMembers).where(eq(chatMembers.userId, agent.id));
    const all = await ctx.db.select().from(chatMessages);
    const isUnread = (chatId: string, readSeq: number) => (row: (typeof all)[number]) =>
      row.chatId === chatId && row.seq > readSeq && row.userId !== agent.id;
    return {
      rows: own.map(({ chatId }) => chatId),
      unread: Object.fromEntries(
        own.map(({ chatId, readSeq }) => [chatId, all.filter(isUnread(chatId, readSeq)).length]),
      ),
    };
  });
  expect(new Set(shown.map(({ id }) => id)), `${where}: chats by the rule`).toEqual(new Set(rows));
  expect(Object.fromEntries(shown.map((chat) => [chat.id, chat.unread])), `${where}: unread`).toEqual(unread);
}

/** Messages are numbered without gaps; each applied one is stored once, in its author's order, and there is no other. */
export async function expectChatMessages({ companyId, given, answers, ...world }: Simulation): Promise<void> {
  const [rows, living] = await atDesk(companyId, async (ctx) => [
    await ctx.db.select().from(chatMessages).orderBy(asc(chatMessages.chatId), asc(chatMessages.seq)),
    await ctx.db.select({ id: chats.id, lastSeq: chats.lastSeq }).from(chats),
  ]);
  const byChat = Map.groupBy(rows, ({ chatId }) => chatId);
  for (const { id, lastSeq } of living) {
    const numbers = (byChat.get(id) ?? []).map(({ seq }) => seq);
    expect(numbers, "numbers of a chat").toEqual(Array.from({ length: lastSeq }, (_, at) => at + 1));
  }
  const sent = given.filter(({ type }) => type === "chatMessage.send");
  const stored = new Set(rows.map(({ id }) => id));
  const alive = new Set(living.map(({ id }) => id));
  for (const { id, payload, gone } of sent) {
    const answer = answers.get(id);
    const isApplied = answer !== undefined && answer.status !== "rejected" && !gone;
    if (!isApplied) expect(stored.has(id), `${answer?.code ?? "discarded"}, and stored in a chat`).toBe(false);
    else if ("chatId" in payload && alive.has(payload.chatId))
      expect(stored.has(id), "a chat message was dropped").toBe(true);
  }
  const written = rows.filter(({ userId }) => userId !== world.admin.id);
  const issued = new Set(sent.map(({ id }) => id));
  expect(written.filter(({ id }) => !issued.has(id))).toEqual([]);
  expect(new Set(written.map(({ body }) => body)).size, "a chat message was doubled").toBe(written.length);
  for (const seat of world.seats) {
    const order = sent.filter((one) => one.seat === seat && !one.again).map(({ id }) => id);
    for (const [, ofChat] of byChat) {
      const mine = ofChat.map(({ id }) => id).filter((id) => order.includes(id));
      expect(mine, `${seat.name}: order in a chat`).toEqual(order.filter((id) => mine.includes(id)));
    }
  }
}
