import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { testTime } from "../../../../contracts/testing/clock.ts";
import { schema } from "../../../../db/index.ts";
import { givenCompany } from "../../../../db/testing/given.ts";
import { acting, atDesk, textFrom } from "../../../testing.ts";
import { acceptTicket, closeTicket } from "../../tickets/index.ts";
import { receiveHistory, receiveMessage } from "../index.ts";

const { tickets, messages, ticketEvents, ticketRatings } = schema;
const HOUR_MS = 3_600_000;

test("history changes nothing current: no bot ends, no unread count, no notification", async () => {
  const { companyId, connection } = await givenCompany();
  const live = textFrom(connection.id, { body: "agora" });
  const { ticketId } = await atDesk(companyId, (ctx) => receiveMessage(ctx, live));
  await atDesk(companyId, (ctx) =>
    ctx.db
      .update(tickets)
      .set({ isBot: true })
      .where(eq(tickets.id, ticketId ?? "")),
  );
  const past = [3, 2, 1].map((hours) =>
    textFrom(connection.id, { body: `há ${hours}`, fromMe: hours === 2, at: new Date(testTime() - hours * HOUR_MS) }),
  );
  expect(await atDesk(companyId, (ctx) => receiveHistory(ctx, past))).toBe(3);
  const lidNow = past.map((message) => ({ ...message, chatKey: "123456@lid" }));
  expect(await atDesk(companyId, (ctx) => receiveHistory(ctx, [...lidNow, { ...live, chatKey: "123456@lid" }]))).toBe(
    0,
  );
  const found = await atDesk(companyId, (ctx) => ctx.db.select().from(tickets));
  expect(found).toMatchObject([{ id: ticketId, isBot: true, unreadMessages: 1, status: "pending" }]);
  const stored = await atDesk(companyId, (ctx) => ctx.db.select().from(messages).orderBy(messages.createdAt));
  expect(stored.map(({ body }) => body)).toEqual(["há 3", "há 2", "há 1", "agora"]);
  expect(found[0]?.lastMessageId).toBe(stored[3]?.id);
  expect(await atDesk(companyId, (ctx) => ctx.db.select().from(ticketEvents))).toHaveLength(1);
});

test("a number in the history is not a rating, even if one was just requested", async () => {
  const { companyId, connection, ana } = await givenCompany();
  await atDesk(companyId, (ctx) =>
    ctx.db.insert(schema.settings).values({ companyId, key: "userRating", value: "enabled" }),
  );
  const { ticketId } = await atDesk(companyId, (ctx) => receiveMessage(ctx, textFrom(connection.id)));
  await acting(ana, (ctx) => acceptTicket(ctx, ticketId ?? ""));
  await acting(ana, (ctx) => closeTicket(ctx, ticketId ?? ""));
  await atDesk(companyId, (ctx) => receiveHistory(ctx, [textFrom(connection.id, { body: "3" })]));
  expect(await atDesk(companyId, (ctx) => ctx.db.select().from(ticketRatings))).toEqual([]);
  expect(await atDesk(companyId, (ctx) => ctx.db.select().from(tickets))).toMatchObject([{ status: "closed" }]);
});

test("a ticket made of history only is closed at its last message", async () => {
  const { companyId, connection } = await givenCompany();
  const ats = [9, 8].map((hours) => new Date(testTime() - hours * HOUR_MS));
  await atDesk(companyId, (ctx) =>
    receiveHistory(
      ctx,
      ats.map((at) => textFrom(connection.id, { at })),
    ),
  );
  const found = await atDesk(companyId, (ctx) => ctx.db.select().from(tickets));
  expect(found).toMatchObject([{ status: "closed", createdAt: ats[0], closedAt: ats[1], lastMessageAt: ats[1] }]);
});
