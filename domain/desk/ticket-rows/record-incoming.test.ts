import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenTicket } from "../../../db/testing/given.ts";
import { atDesk } from "../../testing.ts";
import { lockTicket } from "../tickets/index.ts";
import { recordIncoming } from "./index.ts";

const { messages, tickets } = schema;
const now = new Date("2026-07-01T13:00:00Z");
const at = (second: number) => new Date(now.getTime() + second * 1_000);

let desk: Awaited<ReturnType<typeof givenCompany>>;
beforeAll(async () => {
  desk = await givenCompany();
});

/** A ticket whose last message is of second 10. */
const givenTalk = (change: Partial<typeof tickets.$inferInsert> = {}) =>
  givenTicket({
    ...{ companyId: desk.companyId, lastMessageId: randomUUID(), lastMessageAt: at(10), unreadMessages: 1 },
    ...{ lastCustomerMessageAt: at(10), lastReactionId: randomUUID(), updatedAt: at(0), ...change },
  });

type Message = {
  second: number;
  fromMe?: boolean;
  countsUnread?: boolean;
  isHistory?: boolean;
  isStored?: boolean;
  answerTo?: "rating";
};

/** Stores a message, records it in its ticket, and returns the ticket's row. */
async function record(ticket: { id: string; contactId: string }, message: Message) {
  const {
    second,
    fromMe = false,
    countsUnread = !fromMe,
    isHistory = false,
    isStored = true,
    answerTo = null,
  } = message;
  const { companyId } = desk;
  const id = randomUUID();
  return atDesk(
    companyId,
    async (ctx) => {
      const row = { companyId, id, ticketId: ticket.id, contactId: ticket.contactId, fromMe, createdAt: at(second) };
      if (isStored) await ctx.db.insert(messages).values(row);
      const locked = await lockTicket(ctx, ticket.id);
      if (!locked) throw new Error("a ticket is gone");
      await recordIncoming(
        ctx,
        locked,
        { id, createdAt: at(second), fromMe, answerTo },
        { countsUnread, isHistory, isForAgents: !isHistory },
      );
      return { messageId: id, ticket: await lockTicket(ctx, ticket.id) };
    },
    now,
  );
}

test("a newer message of the contact is the last one, counts as unread and ends a shown reaction", async () => {
  const { messageId, ticket } = await record(await givenTalk(), { second: 11 });
  expect(ticket).toMatchObject({
    ...{ lastMessageId: messageId, lastMessageAt: at(11), lastCustomerMessageAt: at(11), unreadMessages: 2 },
    ...{ lastReactionId: null, updatedAt: now },
  });
});

test("a message of the same instant is the last one", async () => {
  const { messageId, ticket } = await record(await givenTalk(), { second: 10 });
  expect(ticket).toMatchObject({ lastMessageId: messageId, lastMessageAt: at(10) });
});

test("a late message counts as unread, but the last message and the shown reaction stay", async () => {
  const talk = await givenTalk();
  const { messageId, ticket } = await record(talk, { second: 9 });
  expect(ticket).toMatchObject({ lastMessageAt: at(10), lastCustomerMessageAt: at(10), unreadMessages: 2 });
  expect(ticket?.lastMessageId).not.toBe(messageId);
  expect(ticket?.lastReactionId).not.toBeNull();
});

test("a late message of the contact, newer than their last one, extends the time in which one may reply", async () => {
  const { ticket } = await record(await givenTalk({ lastCustomerMessageAt: at(5) }), { second: 9 });
  expect(ticket).toMatchObject({ lastMessageAt: at(10), lastCustomerMessageAt: at(9) });
});

test("the first message of a ticket is the last one, however old it is", async () => {
  const talk = await givenTalk({ lastMessageId: null, lastCustomerMessageAt: null });
  const { messageId, ticket } = await record(talk, { second: 1 });
  expect(ticket).toMatchObject({ lastMessageId: messageId, lastMessageAt: at(1), lastCustomerMessageAt: at(1) });
});

test("a message from the company's phone ends the bot, counts no unread and is not the contact's", async () => {
  const { messageId, ticket } = await record(await givenTalk({ isBot: true }), { second: 11, fromMe: true });
  expect(ticket).toMatchObject({ lastMessageId: messageId, isBot: false, unreadMessages: 1 });
  expect(ticket?.lastCustomerMessageAt).toEqual(at(10));
});

test.each([
  ["the contact's message", { second: 11 }],
  ["an own message of the history", { second: 11, fromMe: true, isHistory: true }],
])("%s does not end the bot", async (_name, message) => {
  expect((await record(await givenTalk({ isBot: true }), message)).ticket?.isBot).toBe(true);
});

test("history moves the closing of a closed ticket to its newest message, and never reopens or closes one", async () => {
  const history = { isHistory: true, countsUnread: false };
  const closed = await givenTalk({ status: "closed", closedAt: at(10) });
  expect((await record(closed, { second: 12, ...history })).ticket).toMatchObject({
    status: "closed",
    closedAt: at(12),
  });
  expect((await record(closed, { second: 11, ...history })).ticket?.closedAt).toEqual(at(12));
  expect((await record(await givenTalk(), { second: 12, ...history })).ticket).toMatchObject({
    status: "pending",
    closedAt: null,
    unreadMessages: 1,
  });
  const live = await record(closed, { second: 13, countsUnread: false });
  expect(live.ticket?.closedAt).toEqual(at(12));
});

test("a message that another transaction stored changes nothing in the ticket", async () => {
  const { ticket } = await record(await givenTalk(), { second: 11, isStored: false });
  expect(ticket).toMatchObject({ lastMessageAt: at(10), unreadMessages: 1, updatedAt: at(0) });
});
