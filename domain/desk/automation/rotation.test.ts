import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, givenTicket } from "../../../db/testing/given.ts";
import { at, NOW, ticketOf } from "../../../db/testing/given-chat.ts";
import type { DeskContext } from "../../ground/context.ts";
import { atDesk } from "../../testing.ts";
import { loadBot, saveBot } from "../tickets/index.ts";
import { dueRotations, rotateTicket } from "./index.ts";

const { queues, ticketEvents, userActivity } = schema;
type NewTicket = Partial<typeof schema.tickets.$inferInsert>;
/** Clients report every five minutes; an agent is online for six minutes after a report. */
const ONLINE_MS = 6 * 60_000;

let companyId: string;
beforeAll(async () => {
  companyId = (await givenCompany()).companyId;
});
const desk = <T>(work: (ctx: DeskContext) => Promise<T>, now = NOW) => atDesk(companyId, work, now);

/** A queue with rotation after five minutes, and its online agents. */
async function givenRotation(agentCount: number, values: Partial<typeof queues.$inferInsert> = {}) {
  const queueId = randomUUID();
  const queue = { companyId, id: queueId, name: queueId, color: queueId, isRotating: true, rotationMinutes: 5 };
  await desk((ctx) => ctx.db.insert(queues).values({ ...queue, ...values }));
  const agents: GivenAgent[] = [];
  const see = (userId: string, lastSeenAt = NOW) =>
    desk((ctx) =>
      ctx.db
        .insert(userActivity)
        .values({ companyId, userId, lastSeenAt })
        .onConflictDoUpdate({ target: [userActivity.companyId, userActivity.userId], set: { lastSeenAt } }),
    );
  for (let count = 0; count < agentCount; count += 1) {
    const agent = await givenAgent({ companyId, queueIds: [queueId] });
    agents.push(agent);
    await see(agent.id);
  }
  const ids = agents.map(({ id }) => id);
  return {
    queueId,
    ids,
    see,
    wait: (ticket: NewTicket = {}) => givenTicket({ companyId, queueId, ...ticket }),
    /** Creates a ticket of the queue that is an agent's already. */
    assign: (userId: string | undefined, status: "open" | "pending" | "closed" = "open") =>
      givenTicket({ companyId, userId: userId ?? null, status }),
    note: (userId: string | undefined, when: Date, ticketId: string) =>
      desk((ctx) =>
        ctx.db.insert(ticketEvents).values({ companyId, id: randomUUID(), ticketId, type: "closed", userId, at: when }),
      ),
  };
}
const rotate = (ticketId: string, now = NOW) => desk((ctx) => rotateTicket(ctx, { ticketId }), now);
const agentOf = async (ticketId: string) => (await ticketOf(companyId, ticketId)).userId;
const isDue = async (ticketId: string, now = NOW) =>
  (await desk((ctx) => dueRotations(ctx, 1_000), now)).some((row) => row.ticketId === ticketId);
const bot = (ticketId: string) => desk((ctx) => loadBot(ctx, ticketId));

test("the agent with the fewest unclosed tickets gets the next one", async () => {
  const { ids, wait, assign } = await givenRotation(3);
  await assign(ids[0], "open");
  await assign(ids[1], "closed");
  await assign(ids[1], "closed");
  await assign(ids[2], "pending");
  const { id } = await wait();
  expect(await rotate(id)).toBe(true);
  expect(await agentOf(id)).toBe(ids[1]);
  expect((await ticketOf(companyId, id)).status).toBe("pending");
});

test("among equals, an agent who never worked on a ticket comes first, then the one idle the longest", async () => {
  const { ids, wait, assign, note } = await givenRotation(3);
  const closed = await assign(undefined, "closed");
  await note(ids[0], at(-1_000), closed.id);
  await note(ids[1], at(-5_000), closed.id);
  const [first, second, third] = [await wait(), await wait(), await wait()];
  for (const { id } of [first, second, third]) await rotate(id);
  expect(await Promise.all([first, second, third].map(({ id }) => agentOf(id)))).toEqual([ids[2], ids[1], ids[0]]);
});

test("an offer is recorded, and notifies the agent of the ticket's last message", async () => {
  const { ids, queueId, wait } = await givenRotation(1);
  const lastMessageId = randomUUID();
  const { id } = await wait({ lastMessageId });
  await rotate(id);
  const events = await desk((ctx) => ctx.db.select().from(ticketEvents).where(eq(ticketEvents.ticketId, id)));
  expect(events).toMatchObject([{ type: "offered", details: { to: { queueId, userId: ids[0] } } }]);
  expect(await bot(id)).toMatchObject({ offeredAt: NOW, offeredTo: [ids[0]] });
  const jobs = await desk((ctx) =>
    ctx.db.execute(sql`select 1 from pgboss.job where name = 'push.send' and data ->> 'messageId' = ${lastMessageId}`),
  );
  expect(jobs).toHaveLength(1);
});

test("an agent is online until six minutes after the last report", async () => {
  const { ids, see, wait } = await givenRotation(1);
  const { id } = await wait();
  await see(ids[0] ?? "", at(-ONLINE_MS));
  expect([await isDue(id), await rotate(id)]).toEqual([false, false]);
  await see(ids[0] ?? "", at(-ONLINE_MS + 1));
  expect([await isDue(id), await rotate(id)]).toEqual([true, true]);
});

test("an offer ends after the queue's minutes, and goes to an agent who did not have it in this round", async () => {
  const { wait, ids } = await givenRotation(3);
  const { id } = await wait();
  const minutes = 5 * 60_000;
  const offers: (string | null)[] = [];
  for (let round = 0; round < 4; round += 1) {
    const now = at(round * minutes);
    if (round > 0) expect(await isDue(id, new Date(now.getTime() - 1))).toBe(false);
    await desk((ctx) => ctx.db.update(userActivity).set({ lastSeenAt: now }));
    await rotate(id, now);
    offers.push(await agentOf(id));
  }
  expect(new Set(offers.slice(0, 3))).toEqual(new Set(ids));
  expect((await bot(id))?.offeredTo).toEqual([offers[3]]);
});

test("a new round starts with another agent than the last one, although that one has fewer tickets", async () => {
  const { ids, wait, assign } = await givenRotation(2);
  for (let count = 0; count < 2; count += 1) await assign(ids[1]);
  const { id } = await wait({ userId: ids[0] });
  await desk((ctx) => saveBot(ctx, id, { offeredAt: at(-300_000), offeredTo: ids }));
  await rotate(id);
  expect(await agentOf(id)).toBe(ids[1]);
  expect((await bot(id))?.offeredTo).toEqual([ids[1]]);
});

test("a ticket stays with the only online agent, without a further record in the timeline", async () => {
  const { ids, wait } = await givenRotation(1);
  const { id } = await wait({ userId: ids[0] });
  await desk((ctx) => saveBot(ctx, id, { offeredAt: at(-300_000), offeredTo: ids }));
  expect(await rotate(id)).toBe(true);
  expect(await bot(id)).toMatchObject({ offeredAt: NOW, offeredTo: ids });
  expect(await agentOf(id)).toBe(ids[0]);
  expect(await desk((ctx) => ctx.db.select().from(ticketEvents).where(eq(ticketEvents.ticketId, id)))).toEqual([]);
});

test("a ticket becomes unassigned when its offer ends and no agent is online", async () => {
  const { ids, see, wait } = await givenRotation(1);
  const { id } = await wait({ userId: ids[0] });
  await see(ids[0] ?? "", at(-ONLINE_MS));
  await desk((ctx) => saveBot(ctx, id, { offeredAt: at(-300_000), offeredTo: ids }));
  expect(await rotate(id)).toBe(true);
  expect(await agentOf(id)).toBeNull();
  expect(await bot(id)).toMatchObject({ offeredAt: null, offeredTo: [] });
});

test.each<[string, NewTicket]>([
  ["open", { status: "open" }],
  ["closed", { status: "closed" }],
  ["a group's", { isGroup: true }],
  ["with the bot", { isBot: true }],
])("a ticket that is %s is offered to no agent", async (_state, values) => {
  const { wait } = await givenRotation(1);
  const { id } = await wait(values);
  expect([await isDue(id), await rotate(id)]).toEqual([false, false]);
  expect(await agentOf(id)).toBeNull();
});

test("in a queue without rotation, or whose offers do not end, a ticket stays where it is", async () => {
  const still = await givenRotation(1, { isRotating: false });
  const { id } = await still.wait();
  expect([await isDue(id), await rotate(id)]).toEqual([false, false]);
  const endless = await givenRotation(2, { rotationMinutes: 0 });
  const offered = await endless.wait({ userId: endless.ids[0] });
  await desk((ctx) => saveBot(ctx, offered.id, { offeredAt: at(-86_400_000), offeredTo: [] }));
  expect([await isDue(offered.id), await rotate(offered.id)]).toEqual([false, false]);
});

test("two workers offer a ticket once", async () => {
  const { wait } = await givenRotation(2);
  const { id } = await wait();
  expect((await Promise.all([rotate(id), rotate(id)])).sort()).toEqual([false, true]);
  const ofTicket = and(eq(ticketEvents.ticketId, id), eq(ticketEvents.type, "offered"));
  expect(await desk((ctx) => ctx.db.select().from(ticketEvents).where(ofTicket))).toHaveLength(1);
});
