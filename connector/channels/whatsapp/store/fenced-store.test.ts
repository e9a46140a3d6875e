import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { schema } from "../../../../db/index.ts";
import { givenCompany, testDatabase } from "../../../../db/testing/given.ts";
import { Fenced, type Lease } from "../../../ownership/lease.ts";
import { FencedStore } from "./fenced-store.ts";

const database = testDatabase();

async function givenLease(): Promise<Lease> {
  const { companyId, connection } = await givenCompany();
  const lease = { companyId, connectionId: connection.id, epoch: 7, owner: "first" };
  await database.company(companyId, (db) =>
    db.update(schema.connectionLeases).set({ desired: "up", epoch: 7, owner: "first" }),
  );
  return lease;
}

const key = (id: string, data: string | null) => ({
  type: "session",
  id,
  data: data === null ? null : Buffer.from(data),
});

test("putKeys stores keys, deletes those set to null, and keeps the last of several values", async () => {
  const store = new FencedStore(database, await givenLease());
  await store.putKeys([key("a", "1"), key("b", "1")]);
  await Promise.all([store.putKeys([key("a", "2")]), store.putKeys([key("a", "3"), key("b", null)])]);
  expect(await store.readKeys("session", ["a", "b"])).toEqual(new Map([["a", Buffer.from("3")]]));
});

test("putKeys commits a key together with the message that it decrypted", async () => {
  const lease = await givenLease();
  let notified = 0;
  const store = new FencedStore(database, lease, { stored: { add: () => notified++ } });
  store.append({ providerId: "M1", part: 0, seq: 1, attrs: { id: "M1" }, plaintext: Buffer.from("oi") });
  await store.putKeys([key("a", "1")]);
  const rows = await database.company(lease.companyId, (db) => db.select().from(schema.inbox));
  expect(rows).toMatchObject([{ providerId: "M1", epoch: 7, seq: 1, attrs: { id: "M1" }, doneAt: null }]);
  expect(notified).toBe(1);
  expect(await store.lastSeq()).toBe(1);
});

test("putKeys stores 812 keys", async () => {
  const store = new FencedStore(database, await givenLease());
  const ids = Array.from({ length: 812 }, (_, index) => String(index));
  await store.putKeys(ids.map((id) => key(id, `key ${id}`)));
  expect((await store.readKeys("session", ids)).size).toBe(812);
});

test("a former owner can write neither keys nor inbox rows nor credentials", async () => {
  const lease = await givenLease();
  const store = new FencedStore(database, lease);
  await store.putKeys([key("a", "mine")]);
  await database.company(lease.companyId, (db) =>
    db
      .update(schema.connectionLeases)
      .set({ epoch: 8, owner: "second" })
      .where(eq(schema.connectionLeases.connectionId, lease.connectionId)),
  );
  store.append({ providerId: "M1", part: 0, seq: 1, attrs: {}, plaintext: Buffer.from("oi") });
  await expect(store.putKeys([key("a", "stale")])).rejects.toThrow(Fenced);
  // Each with a store that does not know yet that it is fenced.
  await expect(new FencedStore(database, lease).putKeys([key("a", null)])).rejects.toThrow(Fenced);
  await expect(new FencedStore(database, lease).putCreds(Buffer.from("stale"))).rejects.toThrow(Fenced);
  await expect(store.wipe()).rejects.toThrow(Fenced);
  const second = new FencedStore(database, { ...lease, epoch: 8, owner: "second" });
  expect(await second.readKeys("session", ["a"])).toEqual(new Map([["a", Buffer.from("mine")]]));
  expect(await second.readCreds()).toBeNull();
  expect(await database.company(lease.companyId, (db) => db.select().from(schema.inbox))).toEqual([]);
});
