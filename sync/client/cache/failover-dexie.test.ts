import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { createRxDatabase, type RxDatabase } from "rxdb";
import { uuidv7 } from "uuidv7";
import { expect, onTestFinished, test, vi } from "vitest";
import { silenceStorageAdvertisement } from "../quiet-storage.ts";
import { fullDisk } from "../testing/full-disk.ts";
import { failoverDexie } from "./failover-dexie.ts";

silenceStorageAdvertisement();

const schema = {
  version: 0,
  primaryKey: "id",
  type: "object",
  properties: { id: { type: "string", maxLength: 40 }, name: { type: "string", maxLength: 40 } },
  required: ["id", "name"],
  indexes: ["name"],
} as const;

type Named = RxDatabase<Record<"people" | "places", import("rxdb").RxCollection<{ id: string; name: string }>>>;

async function givenDatabase(name: string) {
  const onMemory = vi.fn();
  const { storage, toDisk } = failoverDexie(onMemory);
  const database = (await createRxDatabase({ name, storage, multiInstance: false })) as unknown as Named;
  await database.addCollections({ people: { schema }, places: { schema } });
  const close = async () => void (await database.close());
  onTestFinished(close);
  const names = async () =>
    (await database.people.find({ selector: { name: { $gt: "A" } }, sort: [{ name: "asc" }] }).exec()).map(
      ({ name }) => name,
    );
  return { database, toDisk, onMemory, names, close };
}

/** The ids of the stored documents of a collection. */
async function onDisk(name: string, collection: string): Promise<unknown[]> {
  const other = await new Dexie(`rxdb-dexie-${name}--0--${collection}`).open();
  const keys = await other.table("docs").toCollection().primaryKeys();
  other.close();
  return keys;
}

test("documents that the device does not store are found, in every order, and reach the disk later", async () => {
  const name = `d${uuidv7()}`;
  const { database, toDisk, onMemory, names, close } = await givenDatabase(name);
  await database.people.insert({ id: "1", name: "Célia" });
  const { free: freeDisk } = fullDisk();
  await database.people.bulkInsert([
    { id: "2", name: "Ana" },
    { id: "3", name: "Davi" },
  ]);
  expect(await names()).toEqual(["Ana", "Célia", "Davi"]);
  expect(onMemory).toHaveBeenCalledTimes(1);
  expect(await onDisk(name, "people")).toEqual(["1"]);
  await expect(toDisk()).rejects.toThrow();
  expect(await names()).toEqual(["Ana", "Célia", "Davi"]);
  freeDisk();
  await toDisk();
  expect(await onDisk(name, "people")).toEqual(["1", "2", "3"]);
  await database.people.insert({ id: "4", name: "Bruno" });
  await close();
  expect(await (await givenDatabase(name)).names()).toEqual(["Ana", "Bruno", "Célia", "Davi"]);
});

test("a document that is changed in memory is found by what it is now, once", async () => {
  const { database, names } = await givenDatabase(`d${uuidv7()}`);
  await database.people.insert({ id: "1", name: "Célia" });
  await database.people.insert({ id: "2", name: "Ana" });
  fullDisk();
  for (const name of ["Bruno", "Zoé", "Davi"]) {
    await (await database.people.findOne("1").exec())?.patch({ name });
    expect(await names()).toHaveLength(2);
  }
  await database.people.upsert({ id: "2", name: "Bia" });
  expect(await names()).toEqual(["Bia", "Davi"]);
});

test("a query that fails when some of its rows were read gives each row once", async () => {
  const { database, names, onMemory } = await givenDatabase(`d${uuidv7()}`);
  await database.people.insert({ id: "1", name: "Célia" });
  await database.people.insert({ id: "2", name: "Ana" });
  const next = IDBCursor.prototype.continue;
  const broken = vi.spyOn(IDBCursor.prototype, "continue").mockImplementation(function (this: IDBCursor) {
    const { transaction } = "objectStore" in this.source ? this.source.objectStore : this.source;
    if (transaction.db.name.endsWith("-memory")) next.call(this);
    else transaction.abort();
  });
  onTestFinished(() => broken.mockRestore());
  expect(await names()).toEqual(["Ana", "Célia"]);
  expect(onMemory).toHaveBeenCalledTimes(1);
});

test("when one collection is in memory the others are too: a position is not stored without its documents", async () => {
  const name = `d${uuidv7()}`;
  const { database, onMemory } = await givenDatabase(name);
  const { free: freeDisk } = fullDisk();
  await database.people.insert({ id: "1", name: "Ana" });
  freeDisk();
  await database.places.insert({ id: "9", name: "Belém" });
  expect([await onDisk(name, "people"), await onDisk(name, "places")]).toEqual([[], []]);
  expect(onMemory).toHaveBeenCalledTimes(1);
});
