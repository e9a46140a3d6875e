import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, givenContact, givenTicket } from "../../../db/testing/given.ts";
import { lockWaits } from "../../../db/testing/lock-waits.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { sendMessage } from "../messages/index.ts";
import {
  acceptTicket,
  canAnswer,
  canSeeTicket,
  closeTicket,
  createTicket,
  reopenTicket,
  requireTicket,
  returnTicket,
  transferTicket,
} from "./index.ts";

const { tickets, messages, ticketEvents } = schema;

async function given() {
  const company = await givenCompany();
  const carla = await givenAgent({ companyId: company.companyId, name: "Carla", queueIds: [company.queue.id] });
  return { ...company, carla };
}

const statusOf = (attempt: PromiseSettledResult<unknown>): string =>
  attempt.status === "fulfilled" ? "done" : attempt.reason.code;

test("of two agents who accept one hundred tickets at once, one wins each, and the other learns who", async () => {
  const { companyId, queue, ana, carla } = await given();
  for (let n = 0; n < 100; n += 1) {
    const { id } = await givenTicket({ companyId, queueId: queue.id });
    const agents = n % 2 ? [ana, carla] : [carla, ana];
    const attempts = await Promise.allSettled(agents.map((agent) => acting(agent, (ctx) => acceptTicket(ctx, id))));
    expect(attempts.map(statusOf).sort()).toEqual(["ERR_TICKET_NOT_PENDING", "done"]);
    const winner = agents[attempts.findIndex((attempt) => attempt.status === "fulfilled")];
    const told = attempts.find((attempt) => attempt.status === "rejected")?.reason.details;
    expect(told).toMatchObject({ userId: winner?.id, userName: winner?.name });
    expect(await acting(ana, (ctx) => requireTicket(ctx, id))).toMatchObject({ status: "open", userId: winner?.id });
  }
  const accepted = await atDesk(companyId, (ctx) => ctx.db.select().from(ticketEvents));
  expect(accepted.map((event) => event.type)).toEqual(Array(100).fill("accepted"));
});

test("an agent who accepts a ticket while it moves to a foreign queue does not get it", async () => {
  const { companyId, queue, support, ana, admin } = await given();
  const { id } = await givenTicket({ companyId, queueId: queue.id });
  let accepting: Promise<unknown> | undefined;
  await acting(admin, async (ctx) => {
    await transferTicket(ctx, id, { queueId: support.id, userId: null });
    accepting = refusal(acting(ana, (late) => acceptTicket(late, id)));
    // The acceptance waits on the row lock of this transaction.
    const waits = async () => (await lockWaits()).filter(({ statement }) => statement.includes('"tickets"'));
    await expect.poll(waits).not.toEqual([]);
  });
  expect(await accepting).toMatchObject({ code: "ERR_NO_TICKET_FOUND" });
  expect(await acting(admin, (ctx) => requireTicket(ctx, id))).toMatchObject({ status: "pending", userId: null });
});

test("two agents who start a conversation with one contact at once get one ticket, and the other learns which", async () => {
  const { companyId, ana, carla } = await given();
  for (let n = 0; n < 20; n += 1) {
    const contact = await givenContact({ companyId });
    const attempts = await Promise.allSettled(
      [ana, carla].map((agent) => acting(agent, (ctx) => createTicket(ctx, { contactId: contact.id }))),
    );
    expect(attempts.map(statusOf).sort()).toEqual(["ERR_OTHER_OPEN_TICKET", "done"]);
    const won = attempts.find((attempt) => attempt.status === "fulfilled")?.value;
    const told = attempts.find((attempt) => attempt.status === "rejected")?.reason.details;
    expect(told).toMatchObject({ ticketId: won?.id, number: won?.number });
  }
});

/** A ticket for the rules, and the rules as a model without a database. */
type State = { status: "pending" | "open" | "closed"; queueId: string; userId: string | null };
type Step = { name: string; by: GivenAgent; to?: { queueId: string; userId: string | null } };

function after(state: State, { name, by, to }: Step): { state: State; outcome: string } {
  const scope = { ...state, contactId: "" };
  const refused = (outcome: string) => ({ state, outcome });
  const done = (change: Partial<State>) => ({ state: { ...state, ...change }, outcome: "done" });
  if (!canSeeTicket(by, scope)) return refused("ERR_NO_TICKET_FOUND");
  if (name === "accept") {
    if (state.status === "pending") return done({ status: "open", userId: by.id });
    return state.status === "open" && state.userId === by.id ? done({}) : refused("ERR_TICKET_NOT_PENDING");
  }
  if (name === "reopen")
    return state.status === "closed" ? done({ status: "open", userId: by.id }) : refused("ERR_TICKET_NOT_CLOSED");
  if (state.status === "closed") return refused("ERR_TICKET_CLOSED");
  if (!canAnswer(by, scope)) return refused("ERR_NO_PERMISSION");
  if (name === "close") return done({ status: "closed", userId: by.id });
  if (name === "transfer") return done({ ...to, status: to?.userId ? "open" : "pending" });
  if (name === "reply") return done(state.status === "pending" ? { status: "open", userId: by.id } : {});
  return state.status === "open" ? done({ status: "pending", userId: null }) : refused("ERR_TICKET_NOT_OPEN");
}

function ordersOf<T>(steps: readonly T[]): T[][] {
  if (steps.length < 2) return [[...steps]];
  return steps.flatMap((step, at) => ordersOf(steps.toSpliced(at, 1)).map((rest) => [step, ...rest]));
}

test("simultaneous actions on a ticket end as if they had run one after another", async () => {
  const { companyId, queue, support, connection, ana, bia, carla, admin } = await given();
  const people = [ana, bia, carla, admin];
  const start = fc.constantFrom<State>(
    { status: "pending", queueId: queue.id, userId: null },
    { status: "open", queueId: queue.id, userId: ana.id },
    { status: "open", queueId: support.id, userId: bia.id },
    { status: "closed", queueId: queue.id, userId: ana.id },
  );
  const step: fc.Arbitrary<Step> = fc.record({
    name: fc.constantFrom("accept", "accept", "reopen", "close", "transfer", "reply", "return"),
    by: fc.constantFrom(...people),
    to: fc.constantFrom(
      { queueId: support.id, userId: null },
      { queueId: support.id, userId: bia.id },
      { queueId: queue.id, userId: null },
    ),
  });
  await fc.assert(
    fc.asyncProperty(start, fc.array(step, { minLength: 2, maxLength: 4 }), async (began, steps) => {
      const ticket = await givenTicket({ companyId, connectionId: connection.id, ...began });
      const { id } = ticket;
      const attempts = await Promise.allSettled(
        steps.map(({ name, by, to }) =>
          acting(by, async (ctx) => {
            if (name === "accept") await acceptTicket(ctx, id);
            else if (name === "reopen") await reopenTicket(ctx, id);
            else if (name === "close") await closeTicket(ctx, id);
            else if (name === "transfer" && to) await transferTicket(ctx, id, to);
            else if (name === "reply") await sendMessage(ctx, { id: randomUUID(), ticketId: id, body: name });
            else await returnTicket(ctx, id);
          }),
        ),
      );
      const stored = await atDesk(companyId, (ctx) => ctx.db.select().from(tickets));
      const { status, queueId, userId } = stored.find((row) => row.id === id) ?? {};
      const ended = JSON.stringify([attempts.map(statusOf), { status, queueId, userId }]);
      const possible = ordersOf([...steps.keys()]).map((order) => {
        let state = began;
        const outcomes: string[] = [];
        for (const at of order) {
          const next = after(state, steps[at] as Step);
          state = next.state;
          outcomes[at] = next.outcome;
        }
        return JSON.stringify([outcomes, { status: state.status, queueId: state.queueId, userId: state.userId }]);
      });
      expect(possible).toContain(ended);
      const written = await atDesk(companyId, (ctx) => ctx.db.select().from(messages));
      const replies = attempts.filter((attempt, at) => steps[at]?.name === "reply" && attempt.status === "fulfilled");
      expect(written.filter((message) => message.ticketId === id)).toHaveLength(replies.length);
    }),
    { seed: 20_261, numRuns: 60, endOnFailure: true },
  );
});
