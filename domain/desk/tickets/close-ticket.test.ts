import { asc, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenTicket } from "../../../db/testing/given.ts";
import type { Context } from "../../ground/context.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import {
  acceptTicket,
  closeTicket,
  enterStage,
  loadBot,
  reopenTicket,
  requireTicket,
  returnTicket,
  saveBot,
  textOf,
  transferTicket,
} from "./index.ts";

const { connections, messages, queues, settings, ticketEvents, tickets } = schema;
const now = new Date("2026-07-01T13:00:00Z");

let desk: Awaited<ReturnType<typeof givenCompany>>;
beforeAll(async () => {
  desk = await givenCompany();
});

function givenOf(status: "pending" | "open" | "closed", change: Partial<typeof tickets.$inferInsert> = {}) {
  const { companyId, queue, connection, ana } = desk;
  const userId = status === "pending" ? null : ana.id;
  return givenTicket({ companyId, queueId: queue.id, connectionId: connection.id, status, userId, ...change });
}
const botOf = (ticketId: string) => atDesk(desk.companyId, (ctx) => loadBot(ctx, ticketId));
const saidIn = (ticketId: string) =>
  atDesk(desk.companyId, ({ db }) =>
    db.select().from(messages).where(eq(messages.ticketId, ticketId)).orderBy(asc(messages.createdAt)),
  );
type Texts = { completionMessage?: string; ratingMessage?: string; outOfHoursMessage?: string };
const setTexts = (texts: Texts, ofConnection: Texts = {}) =>
  atDesk(desk.companyId, async ({ db }) => {
    const none = { completionMessage: "", ratingMessage: "", outOfHoursMessage: "" };
    await db
      .update(queues)
      .set({ ...none, ...texts })
      .where(eq(queues.id, desk.queue.id));
    await db
      .update(connections)
      .set({ ...none, ...ofConnection })
      .where(eq(connections.id, desk.connection.id));
  });

test("closing records who closed it and for how long it was served, and says nothing without a text", async () => {
  const { ana, admin, companyId } = desk;
  await setTexts({});
  const { id } = await givenOf("pending", { unreadMessages: 3 });
  await acting(ana, (ctx) => acceptTicket(ctx, id), new Date(now.getTime() - 90_000));
  const closed = await acting(admin, (ctx) => closeTicket(ctx, id), now);
  expect(closed).toMatchObject({ status: "closed", userId: admin.id, closedAt: now, unreadMessages: 0, isBot: false });
  const ofTicket = eq(ticketEvents.ticketId, id);
  const events = await atDesk(companyId, ({ db }) =>
    db.select().from(ticketEvents).where(ofTicket).orderBy(asc(ticketEvents.at)),
  );
  expect(events).toMatchObject([
    { type: "accepted", userId: ana.id },
    { type: "closed", userId: admin.id, seconds: 90, device: "Teste", at: now },
  ]);
  expect(await saidIn(id)).toEqual([]);
});

test("with ratings, closing asks for one about the agent who closes, in place of the completion text", async () => {
  const { ana, companyId } = desk;
  await setTexts({ ratingMessage: "Obrigado, {{firstName}}!", completionMessage: "Até logo!" });
  await atDesk(companyId, ({ db }) => db.insert(settings).values({ companyId, key: "userRating", value: "enabled" }));
  const { id } = await givenOf("open");
  await acting(ana, (ctx) => closeTicket(ctx, id), now);
  const [question, ...others] = await saidIn(id);
  expect(others).toEqual([]);
  expect(question).toMatchObject({ origin: "rating", userId: null, sendAfter: now });
  expect(question?.body).toMatch(/^Obrigado, Helena!\n\nDigite de 1 a 3 /);
  expect(await botOf(id)).toMatchObject({ stage: "off", ratingUserId: ana.id, ratingAskedAt: question?.createdAt });
  // A ticket without a connection cannot be asked.
  const silent = await givenOf("open", { connectionId: null });
  await acting(ana, (ctx) => closeTicket(ctx, silent.id), now);
  expect(await botOf(silent.id)).toMatchObject({ ratingAskedAt: null, ratingUserId: null });
  await atDesk(companyId, ({ db }) => db.update(settings).set({ value: "disabled" }));
});

test("a group gets no completion text", async () => {
  await setTexts({ completionMessage: "Até logo!" });
  const [group, person] = [await givenOf("open", { isGroup: true }), await givenOf("open")];
  for (const { id } of [group, person]) await acting(desk.ana, (ctx) => closeTicket(ctx, id), now);
  expect(await saidIn(group.id)).toEqual([]);
  expect(await saidIn(person.id)).toMatchObject([{ body: "Até logo!", origin: "farewell" }]);
});

test("a text is the queue's, else the connection's, and blank texts count as none", async () => {
  const { companyId, queue, support, connection } = desk;
  const text = (place: { queueId: string | null; connectionId: string | null }) =>
    atDesk(companyId, (ctx) => textOf(ctx, place, "outOfHoursMessage"));
  const both = { queueId: queue.id, connectionId: connection.id };
  await setTexts({ outOfHoursMessage: "Fila" }, { outOfHoursMessage: "Conexão" });
  expect(await text(both)).toBe("Fila");
  expect(await text({ ...both, queueId: support.id })).toBe("Conexão");
  expect(await text({ ...both, queueId: null })).toBe("Conexão");
  expect(await text({ ...both, connectionId: null })).toBe("Fila");
  await setTexts({ outOfHoursMessage: " \n" }, { outOfHoursMessage: "Conexão" });
  expect(await text(both)).toBe("Conexão");
  expect(await text({ ...both, connectionId: null })).toBe("");
  await setTexts({}, { outOfHoursMessage: "  " });
  expect(await text(both)).toBe("");
});

/** Each ends the bot's conversation, because a person has the ticket now. */
const ending: [string, "pending" | "open" | "closed", (ctx: Context, id: string) => Promise<unknown>][] = [
  ["accepting", "pending", acceptTicket],
  ["closing", "open", closeTicket],
  ["returning", "open", returnTicket],
  ["reopening", "closed", reopenTicket],
  ["transferring", "open", (ctx, id) => transferTicket(ctx, id, { queueId: desk.support.id, userId: null })],
];

test.each(ending)("%s ends the bot and the rotation", async (_name, status, verb) => {
  const { companyId, ana, bia } = desk;
  const { id } = await givenOf(status);
  const rotation = { offeredAt: now, offeredTo: [bia.id] };
  await atDesk(companyId, (ctx) =>
    saveBot(ctx, id, { stage: "options", wrongAnswers: 2, outOfHoursAt: now, ...rotation }),
  );
  await acting(ana, (ctx) => verb(ctx, id));
  expect(await botOf(id)).toMatchObject({
    ...{ stage: "off", wrongAnswers: 0, offeredAt: null, offeredTo: [], optionId: null },
    // Other progress is kept.
    outOfHoursAt: now,
  });
});

test.each([
  ["queues", true],
  ["options", true],
  ["typebot", true],
  ["new", false],
  ["entering", false],
  ["done", false],
  ["off", false],
] as const)("in the stage '%s' the ticket shows that the bot is active: %s", async (stage, isBot) => {
  const { companyId, ana } = desk;
  for (const before of [true, false]) {
    const { id } = await givenOf("pending", { isBot: before });
    await atDesk(companyId, (ctx) => saveBot(ctx, id, { stage: "new", wrongAnswers: 2 }));
    const entered = await atDesk(companyId, async (ctx) => {
      const ticket = await requireTicket({ ...ctx, actor: ana, device: "" }, id);
      return enterStage(ctx, ticket, stage, { flowRound: 4 });
    });
    expect(entered.isBot).toBe(isBot);
    expect(await acting(ana, (ctx) => requireTicket(ctx, id))).toMatchObject({ isBot });
    expect(await botOf(id)).toMatchObject({ stage, wrongAnswers: 0, flowRound: 4 });
  }
});

test("a ticket's bot is unknown to another company, and a ticket without one has none", async () => {
  const { id } = await givenOf("pending");
  expect(await botOf(id)).toBeUndefined();
  await atDesk(desk.companyId, (ctx) => saveBot(ctx, id, { stage: "queues" }));
  const stranger = await givenCompany();
  expect(await atDesk(stranger.companyId, (ctx) => loadBot(ctx, id))).toBeUndefined();
  const attempt = acting(stranger.admin, (ctx) => closeTicket(ctx, id));
  expect((await refusal(attempt)).code).toBe("ERR_NO_TICKET_FOUND");
});
