import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenTicket, testDatabase } from "../../../db/testing/given.ts";
import { at, givenConnection, NOW, ticketOf } from "../../../db/testing/given-chat.ts";
import type { DeskContext } from "../../ground/context.ts";
import { atDesk } from "../../testing.ts";
import { loadBot, saveBot } from "../tickets/index.ts";
import { companiesWithWaitingTickets, dueRedirects, redirectTicket } from "./index.ts";

const { connections, ticketEvents } = schema;
type NewTicket = Partial<typeof schema.tickets.$inferInsert>;
const FIVE_MINUTES_MS = 5 * 60_000;

let company: Awaited<ReturnType<typeof givenCompany>>;
let companyId: string;
beforeAll(async () => {
  company = await givenCompany();
  companyId = company.companyId;
});
const desk = <T>(work: (ctx: DeskContext) => Promise<T>, now = NOW) => atDesk(companyId, work, now);

/** A ticket that has waited for five minutes on a connection that redirects to Suporte after five. */
async function givenWaiting(values: NewTicket = {}, connection: Partial<typeof connections.$inferInsert> = {}) {
  const redirection = { redirectAfterMinutes: 5, redirectQueueId: company.support.id, ...connection };
  const connectionId = await givenConnection(companyId, redirection);
  const { id: ticketId } = await givenTicket({ companyId, connectionId, createdAt: at(-FIVE_MINUTES_MS), ...values });
  return {
    ticketId,
    connectionId,
    isDue: async (now = NOW) =>
      (await desk((ctx) => dueRedirects(ctx, 1_000), now)).some((row) => row.ticketId === ticketId),
    redirect: () => desk((ctx) => redirectTicket(ctx, { ticketId })),
    note: (type: "transferred" | "call", when: Date) =>
      desk((ctx) => ctx.db.insert(ticketEvents).values({ companyId, id: randomUUID(), ticketId, type, at: when })),
  };
}

test("a redirected ticket is in the connection's queue, its menu has ended, and it is not due again", async () => {
  const { ticketId, isDue, redirect } = await givenWaiting({ isBot: true });
  await desk((ctx) => saveBot(ctx, ticketId, { stage: "queues", wrongAnswers: 2 }));
  expect(await redirect()).toBe(true);
  const queueId = company.support.id;
  expect(await ticketOf(companyId, ticketId)).toMatchObject({ queueId, isBot: false, status: "pending", userId: null });
  expect(await desk((ctx) => loadBot(ctx, ticketId))).toMatchObject({ stage: "done", wrongAnswers: 0 });
  const events = await desk((ctx) => ctx.db.select().from(ticketEvents).where(eq(ticketEvents.ticketId, ticketId)));
  expect(events).toMatchObject([{ type: "redirected", details: { to: { queueId, userId: null } } }]);
  expect([await isDue(), await redirect()]).toEqual([false, false]);
});

test("a ticket is due when the time has passed, not a moment earlier", async () => {
  const { isDue } = await givenWaiting();
  expect([await isDue(at(-1)), await isDue()]).toEqual([false, true]);
});

test("the waiting time for a redirect starts again with a transfer, and not with a call", async () => {
  const { note, isDue } = await givenWaiting();
  await note("call", at(-1_000));
  expect(await isDue()).toBe(true);
  await note("transferred", at(-1_000));
  expect([await isDue(), await isDue(at(FIVE_MINUTES_MS - 1_000))]).toEqual([false, true]);
});

test.each<[string, () => NewTicket]>([
  ["open", () => ({ status: "open" })],
  ["closed", () => ({ status: "closed" })],
  ["a group's", () => ({ isGroup: true })],
  ["in a queue", () => ({ queueId: company.queue.id })],
  ["an agent's", () => ({ userId: company.ana.id })],
  ["without a connection", () => ({ connectionId: null })],
])("a ticket that is %s is not redirected", async (_state, values) => {
  const { isDue, redirect } = await givenWaiting(values());
  expect([await isDue(), await redirect()]).toEqual([false, false]);
});

test.each([
  ["without a redirection time", { redirectAfterMinutes: 0 }],
  ["without a redirection queue", { redirectQueueId: null }],
])("a connection %s redirects nothing", async (_what, connection) => {
  const { isDue, redirect } = await givenWaiting({}, connection);
  expect([await isDue(), await redirect()]).toEqual([false, false]);
});

test("two workers redirect a ticket once", async () => {
  const { ticketId, redirect } = await givenWaiting();
  expect((await Promise.all([redirect(), redirect()])).sort()).toEqual([false, true]);
  const events = await desk((ctx) => ctx.db.select().from(ticketEvents).where(eq(ticketEvents.ticketId, ticketId)));
  expect(events).toHaveLength(1);
});

test("due tickets come in the order of their numbers, up to the limit", async () => {
  const second = await givenWaiting({ number: -1 });
  const first = await givenWaiting({ number: -2 });
  expect(await desk((ctx) => dueRedirects(ctx, 2))).toEqual([
    { ticketId: first.ticketId },
    { ticketId: second.ticketId },
  ]);
});

test("a company is listed for redirection only while a ticket may need it", async () => {
  const other = await givenCompany();
  const listed = async () =>
    (await companiesWithWaitingTickets(testDatabase().platform, "redirect")).includes(other.companyId);
  await givenTicket({ companyId: other.companyId, connectionId: other.connection.id });
  expect(await listed()).toBe(false);
  await atDesk(other.companyId, (ctx) =>
    ctx.db.update(connections).set({ redirectAfterMinutes: 5, redirectQueueId: other.queue.id }),
  );
  expect(await listed()).toBe(true);
});
