import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { expect, test } from "vitest";
import { testNow } from "../../../contracts/testing/clock.ts";
import { openSequencer, schema } from "../../../db/index.ts";
import { givenCompany, givenTicket, testDatabase } from "../../../db/testing/given.ts";
import { sendMessage } from "../../../domain/desk/messages/index.ts";
import { markSending, recogniseSent, unnamedId } from "../../../domain/desk/outbox/index.ts";
import { acting, atDesk } from "../../../domain/testing.ts";
import type { Delivery } from "../../channel.ts";
import { openCompanyTransactions } from "../../company-transactions.ts";
import type { GraphMessages, SentMessage } from "./graph-messages.ts";
import { PageChannel } from "./page-channel.ts";

const database = testDatabase();
const chatKey = "24012";

/** Creates a message that was sent once and whose answer was lost. */
async function givenUnanswered() {
  const { companyId, connection, admin, ana } = await givenCompany();
  const lease = { companyId, connectionId: connection.id, epoch: 1, owner: "first" };
  const sentBefore = { id: `m_${randomUUID()}`, at: testNow(), body: "Já enviamos", kind: "chat" as const };
  await database.company(companyId, (db) => db.update(schema.connectionLeases).set({ epoch: 1, owner: "first" }));
  const ticket = await givenTicket({ companyId, connectionId: connection.id, status: "open", userId: ana.id });
  const messageId = randomUUID();
  await acting(admin, (ctx) => sendMessage(ctx, { id: messageId, ticketId: ticket.id, body: sentBefore.body }));
  const providerId = unnamedId(messageId);
  await atDesk(companyId, (ctx) => markSending(ctx, { messageId, chatKey, providerId }));
  const content = {
    ...{ messageId, providerId, chatKey, body: sentBefore.body, mediaType: "chat" as const, tries: 1 },
    ...{ writtenAt: testNow(), file: null, quoted: null },
  };
  /** Stores the message's echo, as from the webhook. */
  const echo = () =>
    atDesk(companyId, (ctx) => {
      const seen = { connectionId: connection.id, chatKey, givenId: sentBefore.id, isOurs: true, messageId };
      return recogniseSent(ctx, { ...seen, body: sentBefore.body, kind: "chat", at: sentBefore.at });
    });
  const logger = pino({ level: "silent" });
  const deliveries: Delivery[] = [];
  const sent: string[] = [];

  /** Sends the message again while `sentTo` answers the lookup of the chat. */
  async function sendAgain(sentTo: () => Promise<SentMessage[]>) {
    const graph = { sentTo, send: async () => sent.push("m_again") && "m_again" } as unknown as GraphMessages;
    const channel = new PageChannel({
      transactions: openCompanyTransactions(database, openSequencer(database), logger),
      ...{ lease, graph, logger, recheckMs: 10, onTrouble: () => {} },
      page: { channel: "facebook", pageId: "1", accountId: "1", token: "t" } as never,
      attachments: {} as never,
      onDelivery: async (delivery) => void deliveries.push(delivery),
    });
    await channel.send(content);
    await channel.settled();
  }
  return { sentBefore, echo, sendAgain, deliveries, sent };
}

test("a retry does not send a message again that Meta already has", async () => {
  const { sentBefore, sendAgain, deliveries, sent } = await givenUnanswered();
  await sendAgain(async () => [sentBefore]);
  expect(sent).toEqual([]);
  expect(deliveries).toMatchObject([{ type: "accepted", givenId: sentBefore.id }]);
});

test("a retry does not send a message again whose echo arrives during the lookup", async () => {
  const { sentBefore, echo, sendAgain, deliveries, sent } = await givenUnanswered();
  await sendAgain(async () => {
    expect(await echo()).toBe(true);
    return [sentBefore];
  });
  expect(sent).toEqual([]);
  expect(deliveries).toMatchObject([{ type: "accepted", givenId: sentBefore.id }]);
});

test("a retry sends a message again that Meta does not have", async () => {
  const { sendAgain, deliveries, sent } = await givenUnanswered();
  await sendAgain(async () => []);
  expect(sent).toEqual(["m_again"]);
  expect(deliveries).toMatchObject([{ type: "accepted", givenId: "m_again" }]);
});
