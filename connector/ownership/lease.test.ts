import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import { type Database, schema } from "../../db/index.ts";
import { givenCompany, testDatabase } from "../../db/testing/given.ts";
import { accepted, givenChat } from "../../db/testing/given-chat.ts";
import { connectionsWithWork, releaseLease } from "./lease.ts";

type Lease = Awaited<ReturnType<typeof givenLease>>["lease"];
type Message = Parameters<Awaited<ReturnType<typeof givenChat>>["write"]>[0];

const { connectionLeases } = schema;

async function givenLease() {
  const { companyId, connection } = await givenCompany();
  const lease = { companyId, connectionId: connection.id, epoch: 3, owner: randomUUID() };
  const leaseUntil = new Date(testTime() + 20_000);
  await testDatabase().company(companyId, (db) =>
    db.update(connectionLeases).set({ epoch: lease.epoch, owner: lease.owner, leaseUntil, desired: "up" }),
  );
  const row = async () => {
    const [found] = await testDatabase().company(companyId, (db) => db.select().from(connectionLeases));
    return found;
  };
  const owner = async () => (await row())?.owner;
  return { lease, row, owner };
}

/** The first calls fail, like during a database restart. */
function failing(times: number): Database {
  let left = times;
  return new Proxy(testDatabase(), {
    get(target, name, receiver) {
      if (name !== "company" || left-- <= 0) return Reflect.get(target, name, receiver);
      return () => Promise.reject(new Error("the database is restarting"));
    },
  });
}

test("a lease is released although the database is briefly unavailable", async () => {
  const { lease, owner } = await givenLease();
  const notices: string[] = [];
  const listening = await testDatabase().listen("balcao_connections", (payload) => notices.push(payload));
  await releaseLease(failing(2), lease);
  expect(await owner()).toBeNull();
  // The other connectors are notified, so that one claims it now.
  await expect.poll(() => notices.join()).toContain(lease.connectionId);
  await listening.unlisten();
});

test("a former owner's release does not change the new owner's lease", async () => {
  const { lease, owner } = await givenLease();
  await releaseLease(testDatabase(), { ...lease, epoch: lease.epoch - 1 });
  await releaseLease(testDatabase(), { ...lease, owner: "somebody else" });
  expect(await owner()).toBe(lease.owner);
});

test.each([
  ["of a session that may connect again later", { retryAfterMs: 60_000 }],
  ["of a session that stops", { desired: "down" as const }],
])("a release %s keeps a user's newer request to connect", async (_, end) => {
  const { lease, row } = await givenLease();
  const before = await row();
  await testDatabase().company(lease.companyId, (db) =>
    db.update(connectionLeases).set({ request: (before?.request ?? 0) + 1, desired: "up", retryAt: null }),
  );
  await releaseLease(testDatabase(), lease, { ...end, request: before?.request });
  expect(await row()).toMatchObject({ owner: null, desired: "up", retryAt: null });
});

test("a release applies the pause and the end of a session when nothing was requested since", async () => {
  const { lease, row } = await givenLease();
  const before = await row();
  await releaseLease(testDatabase(), lease, { retryAfterMs: 60_000, desired: "down", request: before?.request });
  const released = await row();
  expect(released).toMatchObject({ owner: null, desired: "down" });
  expect(released?.retryAt?.getTime()).toBeGreaterThan(testTime());
});

describe("connections with work", () => {
  const [due, later] = [new Date(0), new Date(testTime() + 86_400_000)];
  const received = async ({ companyId, connectionId }: Lease, doneAt: Date | null) => {
    const row = { companyId, connectionId, providerId: randomUUID(), part: 0, epoch: 1, seq: 1, attrs: {}, doneAt };
    await testDatabase().company(companyId, (db) =>
      db.insert(schema.inbox).values({ ...row, plaintext: Buffer.from("text") }),
    );
  };
  const written = async ({ companyId, connectionId }: Lease, message: Message) => {
    const chat = await givenChat(companyId, connectionId);
    await chat.write(message);
  };

  test.each<[string, boolean, (lease: Lease) => Promise<void>]>([
    ["without a row", false, async () => {}],
    ["with a message to send", true, (lease) => written(lease, { sendAfter: due })],
    ["with a message to send later", false, (lease) => written(lease, { sendAfter: later })],
    ["with a sent message", false, (lease) => written(lease, accepted)],
    ["with an edit to send", true, (lease) => written(lease, { ...accepted, editAfter: due })],
    ["with an edit to send later", false, (lease) => written(lease, { ...accepted, editAfter: later })],
    ["with a reaction to send", true, (lease) => written(lease, { ...accepted, reactionAfter: due })],
    ["with a reaction to send later", false, (lease) => written(lease, { ...accepted, reactionAfter: later })],
    ["with a received row", true, (lease) => received(lease, null)],
    ["with a stored row", false, (lease) => received(lease, testNow())],
  ])("a connection %s is found for its owner only when it has work (%s)", async (_state, hasWork, given) => {
    const { lease } = await givenLease();
    await given(lease);
    const found = (owner: string, asked: string[] | null = null, at = testNow()) =>
      connectionsWithWork(testDatabase().platform, at, asked, owner);
    expect(await found(lease.owner)).toEqual(hasWork ? [lease.connectionId] : []);
    expect(await found(lease.owner, [lease.companyId])).toEqual(hasWork ? [lease.connectionId] : []);
    expect(await found(lease.owner, [randomUUID()])).toEqual([]);
    expect(await found(randomUUID())).toEqual([]);
  });

  test("work is due by the clock of the program, not of the database", async () => {
    const { lease } = await givenLease();
    await written(lease, { sendAfter: later });
    const found = (at: Date) => connectionsWithWork(testDatabase().platform, at, null, lease.owner);
    expect([await found(testNow()), await found(later)]).toEqual([[], [lease.connectionId]]);
  });
});
