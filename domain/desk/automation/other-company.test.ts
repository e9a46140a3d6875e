import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { testNow, testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenTicket } from "../../../db/testing/given.ts";
import { atDesk } from "../../testing.ts";
import { loadBot, saveBot } from "../tickets/index.ts";
import { beginFlow } from "./flows/talk.ts";
import {
  claimTurn,
  dueRedirects,
  dueRotations,
  finishTurn,
  openTurns,
  receiveCall,
  redirectTicket,
  rotateTicket,
} from "./index.ts";

const { connections, queues, userActivity, ticketEvents, tickets } = schema;

const long = new Date(testTime() - 3_600_000);

test("a ticket of another company is neither due nor redirected", async () => {
  const [ours, theirs] = [await givenCompany(), await givenCompany()];
  await atDesk(ours.companyId, (ctx) =>
    ctx.db.update(connections).set({ redirectAfterMinutes: 5, redirectQueueId: ours.queue.id }),
  );
  const { id: ticketId } = await givenTicket({
    companyId: ours.companyId,
    connectionId: ours.connection.id,
    createdAt: long,
  });
  await atDesk(theirs.companyId, async (ctx) => {
    expect(await dueRedirects(ctx, 10)).toEqual([]);
    expect(await redirectTicket(ctx, { ticketId })).toBe(false);
  });
  await atDesk(ours.companyId, async (ctx) => {
    expect(await dueRedirects(ctx, 10)).toEqual([{ ticketId }]);
    expect(await redirectTicket(ctx, { ticketId })).toBe(true);
  });
});

test("a ticket of another company is neither due nor offered to an agent", async () => {
  const [ours, theirs] = [await givenCompany(), await givenCompany()];
  for (const { companyId, ana } of [ours, theirs])
    await atDesk(companyId, async (ctx) => {
      await ctx.db.update(queues).set({ isRotating: true });
      await ctx.db.insert(userActivity).values({ companyId, userId: ana.id, lastSeenAt: ctx.now });
    });
  const { id: ticketId } = await givenTicket({ companyId: ours.companyId, queueId: ours.queue.id });
  await atDesk(theirs.companyId, async (ctx) => {
    expect(await dueRotations(ctx, 10)).toEqual([]);
    expect(await rotateTicket(ctx, { ticketId })).toBe(false);
  });
  await atDesk(ours.companyId, async (ctx) => {
    expect(await rotateTicket(ctx, { ticketId })).toBe(true);
    const [ticket] = await ctx.db.select().from(tickets).where(eq(tickets.id, ticketId));
    expect(ticket?.userId).toBe(ours.ana.id);
  });
});

test("inputs for another company's flow can be neither claimed nor answered", async () => {
  const [ours, theirs] = [await givenCompany(), await givenCompany()];
  const flow = { typebotEnabled: true, typebotUrl: "http://127.0.0.1:1", typebotSlug: "loja" };
  for (const { companyId } of [ours, theirs]) await atDesk(companyId, (ctx) => ctx.db.update(queues).set(flow));
  const { id: ticketId } = await givenTicket({
    ...{ companyId: ours.companyId, connectionId: ours.connection.id, queueId: ours.queue.id },
  });
  await atDesk(ours.companyId, async (ctx) => {
    const [ticket] = await ctx.db.select().from(tickets).where(eq(tickets.id, ticketId));
    if (ticket) await beginFlow(ctx, ticket);
  });
  await atDesk(theirs.companyId, async (ctx) => {
    expect(await openTurns(ctx, 10)).toEqual([]);
    expect(await claimTurn(ctx, ticketId)).toBeUndefined();
  });
  const turn = await atDesk(ours.companyId, (ctx) => claimTurn(ctx, ticketId));
  if (!turn) throw new Error("there is nothing to be asked");
  expect(await atDesk(theirs.companyId, (ctx) => finishTurn(ctx, turn, undefined))).toBe(false);
  expect(await atDesk(ours.companyId, (ctx) => loadBot(ctx, ticketId))).toMatchObject({ stage: "typebot" });
  expect(await atDesk(ours.companyId, (ctx) => finishTurn(ctx, turn, undefined))).toBe(true);
  expect(await atDesk(ours.companyId, (ctx) => loadBot(ctx, ticketId))).toMatchObject({ stage: "done" });
});

test("a call is recorded in one company only, though both know the caller", async () => {
  const [ours, theirs] = [await givenCompany(), await givenCompany()];
  const call = {
    ...{ connectionId: ours.connection.id, callId: randomUUID(), isVideo: false, at: testNow() },
    party: { phone: "5531988887777", name: "Helena" },
  };
  await atDesk(ours.companyId, (ctx) => receiveCall(ctx, call));
  const noted = ({ companyId }: { companyId: string }) =>
    atDesk(companyId, (ctx) => ctx.db.select({ type: ticketEvents.type }).from(ticketEvents).orderBy(ticketEvents.id));
  expect(await noted(ours)).toEqual([{ type: "created" }, { type: "call" }]);
  expect(await noted(theirs)).toEqual([]);
  // A call is known only in the company that recorded it.
  await atDesk(theirs.companyId, (ctx) => receiveCall(ctx, { ...call, connectionId: theirs.connection.id }));
  expect(await noted(theirs)).toEqual([{ type: "created" }, { type: "call" }]);
});

test("the bot's state is written to the company's own tickets only", async () => {
  const [ours, theirs] = [await givenCompany(), await givenCompany()];
  const { id } = await givenTicket({ companyId: ours.companyId });
  await expect(atDesk(theirs.companyId, (ctx) => saveBot(ctx, id, { stage: "off" }))).rejects.toThrow();
  expect(await atDesk(ours.companyId, (ctx) => loadBot(ctx, id))).toBeUndefined();
});
