import { randomUUID } from "node:crypto";
import { asc } from "drizzle-orm";
import { expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenTicket } from "../../../db/testing/given.ts";
import { atDesk } from "../../testing.ts";
import { applyWatermark, markAccepted, recogniseSent, unnamedId } from "./index.ts";

const { messages } = schema;
const at = (second: number) => new Date(Date.UTC(2026, 2, 8, 12, 0, second));

/** A person's chat with a page in which our messages wait for their answer. */
async function givenChat() {
  const { companyId, connection } = await givenCompany();
  const ticket = await givenTicket({ companyId });
  const chat = { connectionId: connection.id, chatKey: "2680000000000001" };
  let seq = 0;
  const mark = (ack: 2 | 3, until: Date | null, givenIds: string[] = []) =>
    atDesk(companyId, (ctx) => applyWatermark(ctx, { ...chat, ack, until, givenIds }));
  return {
    chat,
    mark,
    async write(): Promise<string> {
      const id = randomUUID();
      const { id: ticketId, contactId } = ticket;
      const sent = { fromMe: true, body: "ok", providerId: unnamedId(id), sendTries: 1, sendAfter: at(0), seq: ++seq };
      await atDesk(companyId, (ctx) =>
        ctx.db.insert(messages).values({ ...chat, ...sent, companyId, id, ticketId, contactId, createdAt: at(0) }),
      );
      return id;
    },
    answer: (id: string, givenId: string, when: Date) =>
      atDesk(companyId, (ctx) => markAccepted(ctx, { ...chat, providerId: unnamedId(id), givenId, at: when })),
    echo: (messageId: string, givenId: string, when: Date) =>
      atDesk(companyId, (ctx) =>
        recogniseSent(ctx, { ...chat, messageId, givenId, body: "ok", kind: "chat", at: when, isOurs: true }),
      ),
    life: async () => {
      const rows = await atDesk(companyId, (ctx) => ctx.db.select().from(messages).orderBy(asc(messages.seq)));
      return rows.map(({ ack, deliveredAt, readAt }) => [ack, deliveredAt, readAt]);
    },
  };
}

test("a message read before its acceptance was known becomes read with the acceptance", async () => {
  const { write, mark, answer, life } = await givenChat();
  const first = await write();
  await mark(2, at(9));
  await mark(3, at(10));
  expect(await life()).toEqual([[0, null, null]]);
  await answer(first, "m_1", at(8));
  expect(await life()).toEqual([[3, at(9), at(10)]]);
});

test("with our clock ahead, the channel's own time in the echo decides", async () => {
  const { write, mark, answer, echo, life } = await givenChat();
  const [first, later] = [await write(), await write()];
  await answer(first, "m_1", at(11));
  await mark(3, at(10));
  expect(await life()).toEqual([
    [1, null, null],
    [0, null, null],
  ]);
  await echo(first, "m_1", at(9));
  await echo(later, "m_2", at(12));
  expect(await life()).toEqual([
    [3, at(10), at(10)],
    [1, null, null],
  ]);
});

test("a mark by message id waits for that id, and covers earlier messages", async () => {
  const { write, mark, answer, echo, life } = await givenChat();
  const [first, second, third] = [await write(), await write(), await write()];
  await answer(first, "m_1", at(5));
  await mark(3, null, ["m_2"]);
  expect((await life()).map(([ack]) => ack)).toEqual([1, 0, 0]);
  await echo(second, "m_2", at(6));
  await answer(third, "m_3", at(7));
  expect((await life()).map(([ack]) => ack)).toEqual([3, 3, 1]);
});

test("an older mark lowers nothing, and a mark applies to its own chat only", async () => {
  const { chat, write, mark, answer, life } = await givenChat();
  const other = await givenChat();
  await mark(3, at(10));
  await mark(3, at(2));
  await other.mark(3, at(50));
  await answer(await write(), "m_1", at(10));
  await answer(await write(), "m_2", at(11));
  expect((await life()).map(([ack]) => ack)).toEqual([3, 1]);
  expect(chat.chatKey).toBe(other.chat.chatKey);
});
