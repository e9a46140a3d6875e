import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../../db/index.ts";
import { givenCompany, givenTicket } from "../../../../db/testing/given.ts";
import { atDesk } from "../../../testing.ts";
import { applyReceipt } from "../index.ts";

const { messages } = schema;

let desk: Awaited<ReturnType<typeof givenCompany>>;
let ticket: Awaited<ReturnType<typeof givenTicket>>;
beforeAll(async () => {
  desk = await givenCompany();
  ticket = await givenTicket({ companyId: desk.companyId, connectionId: desk.connection.id });
});

const at = (second: number) => new Date(Date.UTC(2026, 6, 1, 12, 0, second));

/** An own message that the channel knows by its provider id. */
async function givenSent(change: Partial<typeof messages.$inferInsert> = {}) {
  const { companyId, connection } = desk;
  const [id, providerId] = [randomUUID(), randomUUID()];
  const place = { companyId, id, ticketId: ticket.id, contactId: ticket.contactId, connectionId: connection.id };
  await atDesk(companyId, ({ db }) => db.insert(messages).values({ ...place, providerId, fromMe: true, ...change }));
  return { id, providerId };
}
const rowOf = async (id: string) => {
  const rows = await atDesk(desk.companyId, ({ db }) => db.select().from(messages).where(eq(messages.id, id)));
  return rows[0];
};
const receive = (ack: 1 | 2 | 3 | 4, providerIds: string[], second = 1, change = {}) =>
  atDesk(desk.companyId, (ctx) =>
    applyReceipt(ctx, { connectionId: desk.connection.id, providerIds, ack, at: at(second), ...change }),
  );

test.each([
  [1, { acceptedAt: at(1), deliveredAt: null, readAt: null, playedAt: null }],
  [2, { acceptedAt: at(1), deliveredAt: at(1), readAt: null, playedAt: null }],
  [3, { acceptedAt: at(1), deliveredAt: at(1), readAt: at(1), playedAt: null }],
  [4, { acceptedAt: at(1), deliveredAt: at(1), readAt: at(1), playedAt: at(1) }],
] as const)("a receipt of status %i also sets the times of the statuses before it", async (ack, times) => {
  const { id, providerId } = await givenSent();
  await receive(ack, [providerId]);
  expect(await rowOf(id)).toMatchObject({ ack, ...times });
});

test("in whatever order receipts arrive, the highest status remains, with the time of its receipt", async () => {
  const orders = [
    [1, 2, 3, 4],
    [4, 3, 2, 1],
    [2, 4, 1, 3],
  ] as const;
  for (const order of orders) {
    const { id, providerId } = await givenSent();
    for (const [index, ack] of order.entries()) await receive(ack, [providerId], index + 1);
    expect(await rowOf(id)).toMatchObject({ ack: 4, acceptedAt: at(1), playedAt: at(order.indexOf(4) + 1) });
  }
});

test("one receipt may name several messages; others of the connection are unchanged", async () => {
  const [one, two, other] = [await givenSent(), await givenSent(), await givenSent()];
  await receive(3, [one.providerId, two.providerId]);
  expect([(await rowOf(one.id))?.ack, (await rowOf(two.id))?.ack, (await rowOf(other.id))?.ack]).toEqual([3, 3, 0]);
  await receive(3, []);
  expect((await rowOf(other.id))?.ack).toBe(0);
});

test("a receipt ends sending and a failure, even with a status that the message has already", async () => {
  const { id, providerId } = await givenSent({ ack: 1, errorCode: "ERR_SENDING_WAPP_MSG", sendAfter: at(0) });
  await receive(1, [providerId]);
  expect(await rowOf(id)).toMatchObject({ ack: 1, errorCode: null, sendAfter: null });
});

test("a receipt does not cancel the pending revocation of a deleted message", async () => {
  const { id, providerId } = await givenSent({ ack: 1, isDeleted: true, sendAfter: at(0) });
  await receive(2, [providerId]);
  expect(await rowOf(id)).toMatchObject({ ack: 2, sendAfter: at(0) });
});

test("a contact's message, another connection and another company are not affected by a receipt", async () => {
  const incoming = await givenSent({ fromMe: false });
  const own = await givenSent();
  const stranger = await givenCompany();
  await receive(3, [incoming.providerId]);
  await receive(3, [own.providerId], 1, { connectionId: randomUUID() });
  await atDesk(stranger.companyId, (ctx) =>
    applyReceipt(ctx, { connectionId: desk.connection.id, providerIds: [own.providerId], ack: 3, at: at(1) }),
  );
  expect([(await rowOf(incoming.id))?.ack, (await rowOf(own.id))?.ack]).toEqual([0, 0]);
});
