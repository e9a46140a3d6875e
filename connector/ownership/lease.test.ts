import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type Database, schema } from "../../db/index.ts";
import { givenCompany, testDatabase } from "../../db/testing/given.ts";
import { releaseLease } from "./lease.ts";

const { connectionLeases } = schema;

async function givenLease() {
  const { companyId, connection } = await givenCompany();
  const lease = { companyId, connectionId: connection.id, epoch: 3, owner: randomUUID() };
  const leaseUntil = new Date(Date.now() + 20_000);
  await testDatabase().company(companyId, (db) =>
    db.update(connectionLeases).set({ epoch: lease.epoch, owner: lease.owner, leaseUntil, desired: "up" }),
  );
  const owner = async () => {
    const [row] = await testDatabase().company(companyId, (db) => db.select().from(connectionLeases));
    return row?.owner;
  };
  return { lease, owner };
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
