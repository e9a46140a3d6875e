import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { ChangesRequest, ListName, StreamEvent } from "../../contracts/sync.ts";
import { testTime } from "../../contracts/testing/clock.ts";
import { listenToChanges, schema } from "../../db/index.ts";
import {
  type GivenAgent,
  givenAgent,
  givenCompany,
  givenSession,
  givenTicket,
  testDatabase,
} from "../../db/testing/given.ts";
import type { PullFor } from "./shared-pulls.ts";
import { openStreams, type Streams } from "./streams.ts";
import { givenMessage, sequencer } from "./testing/given-device.ts";

const { tickets, users, userQueues, connections } = schema;

let streams: Streams;
let stop: () => Promise<void>;
beforeAll(async () => {
  streams = openStreams({
    ...{ database: testDatabase(), sequencer },
    onError: (error) => {
      throw error;
    },
  });
  ({ stop } = await listenToChanges(testDatabase(), streams.notify, streams.notifyAll));
});
afterAll(async () => {
  streams.close();
  await stop();
});

/** Reads a stream and collects its events. */
async function listen(actor: GivenAgent, sessionId?: string, at = streams) {
  const response = await at.open({ actor, sessionId: sessionId ?? (await givenSession(actor)).id });
  const events: StreamEvent[] = [];
  let isClosed = false;
  let wake = () => {};
  async function read() {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      for (const [, data] of part.value.matchAll(/^data: (.*)$/gm)) events.push(JSON.parse(data ?? ""));
      wake();
    }
    isClosed = true;
    wake();
  }
  void read();
  const listener = {
    response,
    events,
    isClosed: () => isClosed,
    async until(check: () => boolean) {
      while (!check()) await new Promise<void>((resolve) => (wake = resolve));
    },
    poked: () => new Set(events.flatMap((event) => (event.type === "poke" ? event.collections : []))),
  };
  listeners.push({ events, until: listener.until, companyId: actor.companyId });
  return listener;
}
/** The streams that the test has opened. */
const listeners: { companyId: string; events: StreamEvent[]; until(check: () => boolean): Promise<void> }[] = [];
afterEach(() => void listeners.splice(0));

/** A list of changes that no device replicates: its event goes to every stream of the company. */
const MARK: ListName = "contactImports";

/**
 * Waits until each stream of the test has received everything before a change that all users of its company see. Removes
 * that change from the events.
 */
async function heardByAll(companyId: string) {
  await sequencer.run(companyId);
  for (const marked of new Set([companyId, ...listeners.map((listener) => listener.companyId)])) {
    await testDatabase().company(marked, (tx) =>
      tx.execute(sql`select log_change(${marked}::uuid, ${MARK}, 'x', null, null, null)`),
    );
    await sequencer.run(marked);
  }
  for (const { events, until } of listeners) {
    const at = () => events.findIndex((event) => event.type === "lists" && event.lists.includes(MARK));
    await until(() => at() >= 0);
    const [marked] = events.splice(at(), 1);
    const others = marked?.type === "lists" ? marked.lists.filter((list) => list !== MARK) : [];
    if (others.length > 0) events.push({ type: "lists", lists: others });
  }
}

describe("pokes", () => {
  test("go to users who may see the ticket, and name collections, never data", async () => {
    const { companyId, queue, ana, bia } = await givenCompany();
    const other = await givenCompany();
    for (const id of [companyId, other.companyId]) await sequencer.run(id);
    const [ofAna, ofBia, ofOther] = await Promise.all([listen(ana), listen(bia), listen(other.admin)]);
    expect(ofAna.response.headers.get("X-Accel-Buffering")).toBe("no");
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    await heardByAll(companyId);
    expect(ofAna.poked()).toEqual(new Set(["tickets", "threads", "contacts"]));
    expect(ofBia.events).toEqual([]);
    expect(ofOther.events).toEqual([]);
    expect(JSON.stringify(ofAna.events)).not.toContain(ticket.id);
  });

  test("follow a message's ticket, and reach a user who has just lost a ticket", async () => {
    const { companyId, queue, support, ana, bia } = await givenCompany();
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    await sequencer.run(companyId);
    const [ofAna, ofBia] = await Promise.all([listen(ana), listen(bia)]);
    await givenMessage(ticket, { companyId });
    await heardByAll(companyId);
    expect(ofAna.poked()).toEqual(new Set(["threads"]));
    expect(ofBia.events).toEqual([]);
    ofAna.events.length = 0;
    await testDatabase().company(companyId, (tx) =>
      tx.update(tickets).set({ queueId: support.id }).where(eq(tickets.id, ticket.id)),
    );
    await heardByAll(companyId);
    expect(ofAna.poked()).toContain("tickets");
    expect(ofBia.poked()).toContain("tickets");
  });

  test("of a schedule reach its owner, and users who see or saw its contact's tickets", async () => {
    const { companyId, queue, support, ana, bia } = await givenCompany();
    const owner = await givenAgent({ companyId, queueIds: [] });
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    await sequencer.run(companyId);
    const [ofAna, ofBia, ofOwner] = await Promise.all([listen(ana), listen(bia), listen(owner)]);
    const plan = { companyId, id: randomUUID(), body: "Até amanhã!", contactId: ticket.contactId, userId: owner.id };
    await testDatabase().company(companyId, (tx) =>
      tx.insert(schema.schedules).values({ ...plan, sendAt: new Date(testTime() + 86_400_000) }),
    );
    await heardByAll(companyId);
    expect([ofAna.poked(), ofOwner.poked()]).toEqual([new Set(["schedules"]), new Set(["schedules"])]);
    expect(ofBia.events).toEqual([]);
    ofAna.events.length = 0;
    await testDatabase().company(companyId, (tx) =>
      tx.update(tickets).set({ queueId: support.id }).where(eq(tickets.id, ticket.id)),
    );
    await heardByAll(companyId);
    expect(ofAna.poked()).toContain("schedules");
    expect(ofBia.poked()).toContain("schedules");
  });

  test("within a short time are merged", async () => {
    const { companyId, queue, ana } = await givenCompany();
    const ofAna = await listen(ana);
    await Promise.all(
      Array.from({ length: 30 }, async () => {
        await givenTicket({ companyId, queueId: queue.id });
        await sequencer.run(companyId);
      }),
    );
    await heardByAll(companyId);
    expect(ofAna.events.length).toBeGreaterThan(0);
    expect(ofAna.events.length).toBeLessThan(15);
  });

  test("announce that a connection has changed", async () => {
    const { companyId, connection, ana } = await givenCompany();
    const ofAna = await listen(ana);
    await testDatabase().company(companyId, (tx) =>
      tx.update(connections).set({ status: "qrcode", qrcode: "2@abc" }).where(eq(connections.id, connection.id)),
    );
    await heardByAll(companyId);
    expect(ofAna.poked()).toContain("refs");
  });
});

describe("lists", () => {
  const told = (events: StreamEvent[]) =>
    new Set(events.flatMap((event) => (event.type === "lists" ? event.lists : [])));

  test("that changed are named, each small table by its own name", async () => {
    const { companyId, queue, ana } = await givenCompany();
    const other = await givenCompany();
    for (const id of [companyId, other.companyId]) await sequencer.run(id);
    const [ofAna, ofOther] = await Promise.all([listen(ana), listen(other.admin)]);
    await testDatabase().company(companyId, (tx) =>
      tx.update(schema.queues).set({ greetingMessage: "Olá" }).where(eq(schema.queues.id, queue.id)),
    );
    await heardByAll(companyId);
    expect(told(ofAna.events)).toEqual(new Set(["queues"]));
    expect(ofOther.events).toEqual([]);
  });

  test("that no device replicates are named without a poke", async () => {
    const { companyId, ana } = await givenCompany();
    await sequencer.run(companyId);
    const ofAna = await listen(ana);
    await testDatabase().company(companyId, (tx) =>
      tx.execute(sql`select log_change(${companyId}::uuid, 'contactImports', 'x', null, null, null)`),
    );
    await sequencer.run(companyId);
    await ofAna.until(() => ofAna.events.length > 0);
    expect(ofAna.events).toEqual([{ type: "lists", lists: ["contactImports"] }]);
  });
});

describe("a user's rights", () => {
  test("that change are announced to the device once, and the stream uses the new ones", async () => {
    const { companyId, support, queue, ana } = await givenCompany();
    const ofAna = await listen(ana);
    await testDatabase().company(companyId, async (tx) => {
      await tx.update(users).set({ name: "Ana Maria" }).where(eq(users.id, ana.id));
    });
    await heardByAll(companyId);
    expect(ofAna.events.filter((event) => event.type === "scope")).toEqual([]);
    await testDatabase().company(companyId, async (tx) => {
      await tx.insert(userQueues).values({ companyId, userId: ana.id, queueId: support.id });
      await tx.delete(userQueues).where(and(eq(userQueues.userId, ana.id), eq(userQueues.queueId, queue.id)));
    });
    await heardByAll(companyId);
    expect(ofAna.events.filter((event) => event.type === "scope")).toHaveLength(1);
    ofAna.events.length = 0;
    await givenTicket({ companyId, queueId: queue.id });
    await heardByAll(companyId);
    expect(ofAna.poked()).not.toContain("tickets");
    await givenTicket({ companyId, queueId: support.id });
    await heardByAll(companyId);
    expect(ofAna.poked()).toContain("tickets");
  });

  test("that end with the user end the stream", async () => {
    const { companyId, ana, admin } = await givenCompany();
    const [ofAna, ofAdmin] = await Promise.all([listen(ana), listen(admin)]);
    await testDatabase().company(companyId, (tx) => tx.delete(users).where(eq(users.id, ana.id)));
    await sequencer.run(companyId);
    await ofAna.until(ofAna.isClosed);
    expect(ofAna.events.at(-1)).toEqual({ type: "auth", reason: "ended" });
    expect(ofAdmin.isClosed()).toBe(false);
  });
});

test("the documents of a stream begin with the changes after its opening", async () => {
  const { companyId, queue, ana, admin } = await givenCompany();
  await listen(admin);
  await givenTicket({ companyId, queueId: queue.id });
  await heardByAll(companyId);
  const [clock] = await testDatabase().company(companyId, (tx) => tx.select().from(schema.clocks));
  const asked: ChangesRequest["at"][] = [];
  const pullFor: PullFor = async (_actor, { scope, at }) => {
    asked.push(at);
    return { scope, to: [Number.MAX_SAFE_INTEGER, null], parts: {} };
  };
  const own = openStreams({ database: testDatabase(), sequencer, pullFor, onError: () => {} });
  onTestFinished(own.close);
  await own.open({ actor: ana, sessionId: (await givenSession(ana)).id, carriesChanges: true });
  await givenTicket({ companyId, queueId: queue.id });
  await heardByAll(companyId);
  own.notify(companyId);
  await expect.poll(() => asked[0]?.tickets).toEqual([clock?.rev, null]);
});

test("a stream whose user's new rights cannot be read is closed, and the other streams get the change", async () => {
  const { companyId, ana, admin } = await givenCompany();
  await sequencer.run(companyId);
  const errors: unknown[] = [];
  let isAway = false;
  const own = openStreams({
    sequencer,
    database: {
      ...testDatabase(),
      company: (id, work, options) =>
        isAway && !options?.isReading
          ? Promise.reject(new Error("the database is away"))
          : testDatabase().company(id, work, options),
    },
    onError: (error) => void errors.push(error),
  });
  onTestFinished(own.close);
  const ofAna = await listen(ana, undefined, own);
  const ofAdmin = await listen(admin, undefined, own);
  isAway = true;
  await testDatabase().company(companyId, (tx) => tx.update(users).set({ name: "Ana M." }).where(eq(users.id, ana.id)));
  await sequencer.run(companyId);
  own.notify(companyId);
  await ofAdmin.until(() => ofAdmin.poked().has("refs"));
  await ofAna.until(ofAna.isClosed);
  expect(ofAdmin.isClosed()).toBe(false);
  expect(errors).toHaveLength(1);
});

describe("presence", () => {
  test("reaches other users who may see the ticket, and a device that connects later", async () => {
    const { companyId, queue, ana, bia, admin } = await givenCompany();
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    const [ofAna, ofBia, ofAdmin] = await Promise.all([listen(ana), listen(bia), listen(admin)]);
    const who = { userId: admin.id, name: "Marina", device: "notebook" };
    const scope = { status: "pending" as const, queueId: queue.id, userId: null, contactId: ticket.contactId };
    streams.onPresence({ companyId, ticketId: ticket.id, scope, who, state: "typing", answers: null });
    const event = { type: "presence", ticketId: ticket.id, who, state: "typing" };
    await ofAna.until(() => ofAna.events.length > 0);
    expect(ofAna.events).toEqual([event]);
    expect(ofAdmin.events).toEqual([]);
    const [later, laterBia] = await Promise.all([listen(ana), listen(bia)]);
    await later.until(() => later.events.length > 0);
    expect(later.events).toEqual([event]);
    expect([...ofBia.events, ...laterBia.events]).toEqual([]);
  });
});

test("a session that ended elsewhere is told the reason, and only its own stream ends", async () => {
  const { ana } = await givenCompany();
  const session = await givenSession(ana);
  const [here, there] = await Promise.all([listen(ana, session.id), listen(ana)]);
  streams.endSession(session.id, "elsewhere");
  await here.until(here.isClosed);
  expect(here.events).toEqual([{ type: "auth", reason: "elsewhere" }]);
  expect(there.isClosed()).toBe(false);
});

test("a session that ended while its stream was opening is told on that stream", async () => {
  const { companyId, ana, bia } = await givenCompany();
  const session = await givenSession(ana);
  await testDatabase().company(companyId, (tx) =>
    tx.delete(schema.sessions).where(and(eq(schema.sessions.companyId, companyId), eq(schema.sessions.id, session.id))),
  );
  const late = await listen(ana, session.id);
  const living = await listen(bia);
  await late.until(late.isClosed);
  expect(late.events.at(-1)).toEqual({ type: "auth", reason: "ended" });
  expect(living.isClosed()).toBe(false);
});

test("running streams of a company end after its due date, and tell no change after it; others' stay", async () => {
  const [late, paid] = [await givenCompany(), await givenCompany()];
  const [ofLate, ofPaid] = [await listen(late.ana), await listen(paid.ana)];
  const dueDate = new Date(testTime() - 1);
  await testDatabase().company(late.companyId, (tx) => tx.update(schema.companies).set({ dueDate }));
  await streams.checkSessions();
  await ofLate.until(ofLate.isClosed);
  for (const { companyId, queue } of [late, paid]) {
    await givenTicket({ companyId, queueId: queue.id });
    await sequencer.run(companyId);
  }
  await ofPaid.until(() => ofPaid.poked().has("tickets"));
  expect([ofPaid.isClosed(), ofLate.poked().has("tickets")]).toEqual([false, false]);
});

test("a session that opens an 11th stream loses its oldest, other sessions lose none", async () => {
  const { ana, bia } = await givenCompany();
  const { id } = await givenSession(ana);
  const other = await listen(bia);
  const lines = [];
  for (let n = 0; n < 12; n += 1) lines.push(await listen(ana, id));
  await Promise.all(lines.slice(0, 2).map((line) => line.until(line.isClosed)));
  expect(lines.map((line) => line.isClosed())).toEqual([true, true, ...Array<boolean>(10).fill(false)]);
  expect(other.isClosed()).toBe(false);
});
