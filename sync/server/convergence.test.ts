import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { CollectionName } from "../../contracts/sync.ts";
import { testNow } from "../../contracts/testing/clock.ts";
import { schema } from "../../db/index.ts";
import { givenAgent, givenCompany, givenContact, givenTicket, testDatabase } from "../../db/testing/given.ts";
import { givenDevice, givenMessage } from "./testing/given-device.ts";

const { tickets, schedules } = schema;
const watched = ["tickets", "threads", "contacts", "schedules"] as const satisfies CollectionName[];

/** A seeded random generator, so that a failure can be repeated. */
function dice(seed: number) {
  let state = seed;
  const throwUnder = (sides: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
  return { throwUnder, pick: <T>(from: readonly T[]) => from[throwUnder(from.length)] as T };
}

test.each([11, 23, 47])(
  "after random actions a device holds exactly what a new device would pull (seed %i)",
  async (seed) => {
    const { throwUnder, pick } = dice(seed);
    const { companyId, queue, support, admin, ana, bia } = await givenCompany();
    const rui = await givenAgent({ companyId, name: "Rui", queueIds: [queue.id], allHistoric: true });
    const people = [admin, ana, bia, rui];
    const contacts = await Promise.all(Array.from({ length: 4 }, () => givenContact({ companyId })));
    const desk = await Promise.all(
      Array.from({ length: 10 }, () => givenTicket({ companyId, contactId: pick(contacts).id, queueId: queue.id })),
    );
    const plans = Array.from({ length: 8 }, () => randomUUID());
    const planned = { companyId, body: "Até amanhã!", sendAt: testNow() };
    await testDatabase().company(companyId, (tx) =>
      tx
        .insert(schedules)
        .values(plans.map((id) => ({ ...planned, id, contactId: pick(contacts).id, userId: pick(people).id }))),
    );
    const devices = people.map((actor) => ({ actor, by: watched.map((name) => givenDevice(actor, name)) }));

    async function move() {
      const ticket = pick(desk);
      const status = pick(["pending", "open", "closed"] as const);
      const change = {
        status,
        queueId: pick([queue.id, support.id, null]),
        userId: status === "open" ? pick(people).id : null,
        closedAt: status === "closed" ? testNow() : null,
      };
      await testDatabase().company(companyId, async (tx) => {
        await tx.update(tickets).set(change).where(eq(tickets.id, ticket.id));
        if (throwUnder(10) === 0) throw new Error("Rollback");
      });
    }
    /** Plans for another contact, sends, or cancels. */
    async function replan() {
      const plan = pick(plans);
      const status = pick(["pending", "sent", "failed"] as const);
      const change = { contactId: pick(contacts).id, status, userId: pick(people).id };
      const isGone = throwUnder(8) === 0;
      await testDatabase().company(companyId, async (tx) => {
        if (isGone) await tx.delete(schedules).where(eq(schedules.id, plan));
        else await tx.update(schedules).set(change).where(eq(schedules.id, plan));
      });
    }
    const step = async () => {
      const what = throwUnder(12);
      if (what >= 10) return replan();
      if (what < 6) return move();
      if (what < 9) return givenMessage(pick(desk), { companyId });
      const added = await givenTicket({
        companyId,
        contactId: pick(contacts).id,
        queueId: pick([queue.id, support.id]),
      });
      desk.push(added);
    };
    for (let round = 0; round < 25; round += 1) {
      const steps = Array.from({ length: 3 }, () => step().catch(ignoreRollback));
      const looking = pick(devices).by.map((device) => device.pull(1 + throwUnder(4)));
      await Promise.all([...steps, ...looking]);
    }

    for (const { actor, by } of devices) {
      for (const [place, name] of watched.entries()) {
        await by[place]?.pull();
        const fresh = givenDevice(actor, name);
        await fresh.pull();
        const [live, booted] = [by[place]?.held, fresh.held].map((held) => new Map(held));
        expect(new Set(live?.keys()), `${actor.name}: ${name}`).toEqual(new Set(booted?.keys()));
        // `hasOlder` also follows the contact's earlier tickets: their first message comes before a later ticket, but here.
        const withoutRev = (held: Map<string, object> | undefined) =>
          [...(held ?? [])].map(([id, held]) => {
            const { rev: _, whole: _whole, hasOlder: _hasOlder, ...content } = held as Record<string, unknown>;
            return [id, content];
          });
        expect(new Map(withoutRev(live) as []), `${actor.name}: ${name}`).toEqual(new Map(withoutRev(booted) as []));
      }
    }
  },
  60_000,
);

function ignoreRollback(error: unknown) {
  if (!(error instanceof Error) || error.message !== "Rollback") throw error;
}
