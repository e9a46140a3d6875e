import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenContact, givenTicket } from "../../../db/testing/given.ts";
import { acting, atDesk, refusal, textFrom } from "../../testing.ts";
import { markReacted, nextReactions, postponeReaction } from "../outbox/index.ts";
import { closeTicket, ticketDocuments } from "../tickets/index.ts";
import { applyIncomingChange, messageRows, reactToMessage, receiveMessage, sendMessage } from "./index.ts";

const { messages } = schema;

async function given() {
  const company = await givenCompany();
  const { companyId, queue, connection, ana } = company;
  const contact = await givenContact({ companyId, name: "Helena Sampaio" });
  const place = { companyId, queueId: queue.id, connectionId: connection.id, contactId: contact.id };
  const ticket = await givenTicket({ ...place, status: "open", userId: ana.id });
  const from = textFrom(connection.id, { body: "Chegou!", sender: { phone: contact.number } });
  const received = await atDesk(companyId, (ctx) => receiveMessage(ctx, from));
  const messageId = received.messageId ?? "";
  let clock = testTime() + 2_000;
  const react = (emoji: string, agent = ana, id = messageId) =>
    acting(agent, (ctx) => reactToMessage(ctx, { messageId: id, emoji }), new Date(clock++));
  const due = () => atDesk(companyId, (ctx) => nextReactions(ctx, connection.id), new Date(clock));
  const shown = async () => {
    const [row] = await acting(ana, (ctx) => messageRows(ctx, [messageId]));
    const [document] = await acting(ana, (ctx) => ticketDocuments(ctx, [ticket.id]));
    return { reactions: row?.reactions, last: document?.lastReaction };
  };
  const comes = (emoji: string, fromMe: boolean, at = new Date(clock++)) =>
    atDesk(companyId, (ctx) =>
      applyIncomingChange(ctx, {
        connectionId: connection.id,
        chatKey: from.chatKey,
        targetProviderId: from.providerId,
        at,
        sender: { phone: contact.number },
        fromMe,
        type: "reaction",
        emoji,
      }),
    );
  return { ...company, contact, ticket, from, messageId, react, due, shown, comes };
}

test("the company has one reaction per message: another replaces it, an empty one removes it", async () => {
  const { react, due, shown, messageId, from } = await given();
  await react("👍");
  await react("❤️");
  expect(await shown()).toEqual({
    reactions: [{ emoji: "❤️", fromMe: true }],
    last: { messageId, emoji: "❤️", fromMe: true, body: "Chegou!", mediaType: "chat" },
  });
  const told = { messageId, chatKey: from.chatKey, providerId: from.providerId, fromMe: false, author: null };
  expect(await due()).toEqual([{ ...told, turn: 2, emoji: "❤️" }]);
  await react("");
  expect(await shown()).toEqual({ reactions: [], last: null });
  expect(await due()).toEqual([{ ...told, turn: 3, emoji: "" }]);
});

test("a reaction is due until the channel has confirmed that turn, and the same emoji again is no new turn", async () => {
  const { companyId, react, due, messageId } = await given();
  await react("👍");
  await react("👍");
  const later = { messageId, turn: 1, until: new Date(testTime() + 3_600_000) };
  expect(await atDesk(companyId, (ctx) => postponeReaction(ctx, later))).toBe(true);
  expect(await due()).toEqual([]);
  await react("🎉");
  // The answer to the first is late: the second was not sent yet.
  await atDesk(companyId, (ctx) => markReacted(ctx, { messageId, turn: 1 }));
  expect(await due()).toMatchObject([{ turn: 2, emoji: "🎉" }]);
  expect(await atDesk(companyId, (ctx) => postponeReaction(ctx, later))).toBe(false);
  await atDesk(companyId, (ctx) => markReacted(ctx, { messageId, turn: 2 }));
  expect(await due()).toEqual([]);
});

test("both sides' reactions are kept; the later one is the list's last activity until someone writes", async () => {
  const { ana, ticket, comes, react, shown, messageId } = await given();
  await react("👍");
  await comes("😂", false);
  expect(await shown()).toMatchObject({
    reactions: [
      { emoji: "👍", fromMe: true },
      { emoji: "😂", fromMe: false },
    ],
    last: { messageId, emoji: "😂", fromMe: false },
  });
  await acting(ana, (ctx) => sendMessage(ctx, { id: randomUUID(), ticketId: ticket.id, body: "Que bom!" }));
  expect((await shown()).last).toBeNull();
});

test("a reaction made on the phone is ours, too, and replaces our unsent one", async () => {
  const { react, comes, shown, due } = await given();
  await react("👍");
  await comes("🙏", true);
  expect((await shown()).reactions).toEqual([{ emoji: "🙏", fromMe: true }]);
  expect(await due()).toEqual([]);
});

test("reactions are refused without write access, in closed tickets, and to unsent messages", async () => {
  const { companyId, queue, ana, bia, ticket, react, messageId } = await given();
  const stranger = (await givenCompany()).admin;
  for (const other of [bia, stranger])
    expect(await refusal(react("👍", other))).toMatchObject({ code: "ERR_NO_MESSAGE_FOUND" });
  const colleague = { ...bia, queueIds: [queue.id] };
  expect(await refusal(react("👍", colleague))).toMatchObject({ code: "ERR_NO_PERMISSION" });
  const sent = await acting(ana, (ctx) => sendMessage(ctx, { id: randomUUID(), ticketId: ticket.id, body: "oi" }));
  await atDesk(companyId, (ctx) =>
    ctx.db.update(messages).set({ errorCode: "ERR_SENDING_WAPP_MSG" }).where(eq(messages.id, sent.id)),
  );
  expect(await refusal(react("👍", ana, sent.id))).toMatchObject({ code: "ERR_MESSAGE_NOT_REACTABLE" });
  await acting(ana, (ctx) => closeTicket(ctx, ticket.id));
  expect(await refusal(react("👍", ana, messageId))).toMatchObject({ code: "ERR_TICKET_CLOSED" });
});

test("a reaction to our own message waits until that was sent", async () => {
  const { companyId, ana, ticket, react, due } = await given();
  const sent = await acting(ana, (ctx) => sendMessage(ctx, { id: randomUUID(), ticketId: ticket.id, body: "oi" }));
  await react("👍", ana, sent.id);
  expect(await due()).toEqual([]);
  const gone = { sendAfter: null, providerId: "3EB0AA", chatKey: "x@s.whatsapp.net", ack: 1 };
  await atDesk(companyId, (ctx) => ctx.db.update(messages).set(gone).where(eq(messages.id, sent.id)));
  expect(await due()).toMatchObject([{ messageId: sent.id, fromMe: true, emoji: "👍" }]);
});
