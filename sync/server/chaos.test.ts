import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Command } from "../../contracts/commands/index.ts";
import { testNow } from "../../contracts/testing/clock.ts";
import { type Database, schema } from "../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, givenTicket, testDatabase } from "../../db/testing/given.ts";
import { loadActor } from "../../domain/account/users/index.ts";
import { canSeeTicket } from "../../domain/desk/tickets/index.ts";
import { runCommands } from "./commands.ts";
import { givenDevice, sequencer } from "./testing/given-device.ts";

const { tickets, messages, users, userQueues, commandLog } = schema;

/** A seeded random generator: repeatable as far as concurrent work runs in the same order. */
function dice(seed: number) {
  let state = seed;
  const under = (sides: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
  return {
    under,
    percent: (chance: number) => under(100) < chance,
    pick: <T>(list: readonly T[]) => list[under(list.length)] as T,
  };
}

test("with moving tickets, changing rights and 5 % failed transactions, no device has a foreign or a stale document", async () => {
  const { under, percent, pick } = dice(5);
  const { companyId, queue, support, admin, ana, bia } = await givenCompany();
  const rui = await givenAgent({ companyId, name: "Rui", queueIds: [queue.id], allHistoric: true });
  const people = [admin, ana, bia, rui];
  const desk: string[] = [];
  for (let n = 0; n < 60; n += 1) desk.push((await givenTicket({ companyId, queueId: queue.id })).id);
  const devices = people.map((person) => ({ person, device: givenDevice(person, "tickets") }));

  async function move() {
    const status = pick(["pending", "open", "closed"] as const);
    const change = {
      status,
      queueId: pick([queue.id, support.id, null]),
      userId: status === "open" ? pick(people).id : null,
      closedAt: status === "closed" ? testNow() : null,
    };
    const isUndone = percent(5);
    await testDatabase().company(companyId, async (tx) => {
      await tx
        .update(tickets)
        .set(change)
        .where(eq(tickets.id, pick(desk)));
      if (isUndone) throw new RolledBack();
    });
  }
  async function changeRights({ id }: GivenAgent) {
    await testDatabase().company(companyId, async (tx) => {
      if (percent(50))
        return tx
          .update(users)
          .set({ allTicket: percent(50) })
          .where(eq(users.id, id));
      await tx.delete(userQueues).where(eq(userQueues.userId, id));
      const queueIds = [queue.id, support.id].filter(() => percent(50));
      for (const queueId of queueIds) await tx.insert(userQueues).values({ companyId, userId: id, queueId });
    });
  }
  /** As a device does: when its user's scope changes, it drops everything and boots. */
  async function look({ person, device }: (typeof devices)[number]) {
    const actor = await actorOf(person);
    await device.pull(1 + under(30), { ...person, ...actor, queueIds: [...actor.queueIds] }).catch((error) => {
      if (error.code !== "ERR_SCOPE_CHANGED") throw error;
      device.forget();
    });
  }
  const actorOf = async ({ id }: GivenAgent) => {
    const actor = await testDatabase().company(companyId, (tx) => loadActor(tx, companyId, id));
    if (!actor) throw new Error("the agent is gone");
    return actor;
  };

  for (let round = 0; round < 60; round += 1) {
    const moves = Array.from({ length: 5 }, () => move().catch(ignoreRollback));
    await Promise.all([...moves, look(pick(devices)), ...(percent(20) ? [changeRights(pick([ana, bia, rui]))] : [])]);
  }

  const rows = await testDatabase().company(companyId, (tx) => tx.select().from(tickets));
  for (const each of devices) {
    await look(each);
    await look(each);
    const actor = await actorOf(each.person);
    const known = new Set(rows.filter((row) => canSeeTicket(actor, row)).map((row) => row.contactId));
    const visible = rows.filter((row) => canSeeTicket(actor, row, known.has(row.contactId)));
    const held = [...each.device.held.values()] as unknown as Pick<
      (typeof rows)[number],
      "id" | "status" | "queueId"
    >[];
    const shape = ({ id, status, queueId }: (typeof held)[number]) => `${id} ${status} ${queueId}`;
    expect(new Set(held.map(shape)), each.person.name).toEqual(new Set(visible.map(shape)));
  }
});

test("400 replies from two senders of one outbox, with losses and crashes before commit, become exactly 400 rows in order", async () => {
  const { percent } = dice(3);
  const { companyId, queue, connection, ana } = await givenCompany();
  const lanes = await Promise.all(
    Array.from({ length: 20 }, async (_, lane) => {
      const place = {
        companyId,
        queueId: queue.id,
        connectionId: connection.id,
        status: "open" as const,
        userId: ana.id,
      };
      const ticket = await givenTicket({ ...place, number: lane + 1 });
      const reply = (n: number): Command => ({
        id: crypto.randomUUID(),
        type: "message.send",
        payload: { ticketId: ticket.id, body: `resposta ${n}` },
        createdAt: testNow().toISOString(),
      });
      return { ticketId: ticket.id, replies: Array.from({ length: 20 }, (_, n) => reply(n)) };
    }),
  );
  const sure = testDatabase();
  /** Fails now and then after the work and before the commit. */
  const database: Database = {
    ...sure,
    company: (id, work) =>
      sure.company(id, async (tx) => {
        const done = await work(tx);
        if (percent(10)) throw new Crashed();
        return done;
      }),
  };
  async function sender() {
    const rest = lanes.map(({ replies }) => [...replies]);
    for (;;) {
      const batch = rest.flatMap((lane) => lane.slice(0, 5));
      if (batch.length === 0) return;
      if (percent(20)) continue;
      const failed: unknown[] = [];
      const deps = { database, sequencer, onFailure: (error: unknown) => failed.push(error) };
      const answered = await runCommands(deps, { actor: ana, device: "Teste" }, batch).catch((error: unknown) => {
        failed.push(error);
        return { results: [] };
      });
      for (const error of failed) if (!(error instanceof Crashed)) throw error;
      if (percent(25)) continue;
      const done = new Set(answered.results.map(({ id }) => id));
      for (const [at, lane] of rest.entries()) rest[at] = lane.filter(({ id }) => !done.has(id));
    }
  }
  await Promise.all([sender(), sender()]);
  const stored = await sure.company(companyId, (tx) =>
    tx.select().from(messages).orderBy(messages.createdAt, messages.seq),
  );
  expect(stored).toHaveLength(400);
  for (const { ticketId, replies } of lanes)
    expect(stored.filter((row) => row.ticketId === ticketId).map(({ id }) => id)).toEqual(replies.map(({ id }) => id));
  expect(await sure.company(companyId, (tx) => tx.select().from(commandLog))).toHaveLength(400);
}, 120_000);

class Crashed extends Error {}
class RolledBack extends Error {}
function ignoreRollback(error: unknown) {
  if (!(error instanceof RolledBack)) throw error;
}
