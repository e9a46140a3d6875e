import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { createRxDatabase, type RxStorage } from "rxdb";
import { replicateRxCollection } from "rxdb/plugins/replication";
import { getRxStorageDexie } from "rxdb/plugins/storage-dexie";
import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { expect, onTestFinished, test } from "vitest";
import { silenceStorageAdvertisement } from "../quiet-storage.ts";

/**
 * The parts of RxDB and Dexie that are not public and that the device's storage uses. A test that fails after an upgrade
 * names the file of ours that relies on the part.
 */
silenceStorageAdvertisement();

const schema = {
  version: 0,
  primaryKey: "id",
  type: "object",
  properties: { id: { type: "string", maxLength: 40 }, name: { type: "string", maxLength: 40 } },
  required: ["id", "name"],
} as const;

/** Opens a database with one collection. */
async function opened<I, O>(name: string, storage: RxStorage<I, O>) {
  const database = await createRxDatabase({ name, storage, multiInstance: false });
  onTestFinished(async () => void (await database.close()));
  const { people } = await database.addCollections({ people: { schema } });
  return people;
}

test("a replication that pulls stores its position under a name and id that we know (pulled-storage.ts)", async () => {
  const written: { collection: string; ids: string[] }[] = [];
  const memory = getRxStorageMemory() as unknown as RxStorage<unknown, unknown>;
  const people = await opened("positions", {
    ...memory,
    async createStorageInstance(params) {
      const instance = await memory.createStorageInstance(params);
      const { bulkWrite } = instance;
      return Object.assign(instance, {
        bulkWrite(...given: Parameters<typeof bulkWrite>) {
          const ids = given[0].map(({ document }) => String((document as Record<string, unknown>).id));
          written.push({ collection: params.collectionName, ids });
          return bulkWrite.apply(instance, given);
        },
      });
    },
  });
  const pulled = [{ id: "a", name: "Ana", _deleted: false }];
  const replication = replicateRxCollection({
    collection: people,
    replicationIdentifier: "test",
    live: false,
    pull: { handler: async (at) => ({ documents: at ? [] : pulled, checkpoint: { rev: 1 } }) },
  });
  await replication.awaitInitialReplication();
  const positions = written.filter(({ collection }) => collection.startsWith("rx-replication-meta-"));
  expect(positions.flatMap(({ ids }) => ids).filter((id) => id.endsWith("|1"))).not.toEqual([]);
  expect(written).toContainEqual({ collection: "people", ids: ["a"] });
});

test("RxDB gives us each Dexie database before it opens it, and its methods can be replaced (failover-dexie.ts)", async () => {
  const created: { name: string; isOpen: boolean; hasKeyRange: boolean }[] = [];
  const storage = getRxStorageDexie({
    onCreate(database, name) {
      const { _options } = database as unknown as { _options: { IDBKeyRange?: unknown } };
      created.push({ name, isOpen: database.isOpen(), hasKeyRange: "IDBKeyRange" in _options });
    },
  });
  const people = await opened("created", storage);
  await people.insert({ id: "a", name: "Ana" });
  expect(created).toContainEqual({ name: "rxdb-dexie-created--0--people", isOpen: false, hasKeyRange: true });
  const instance = people.internalStorageInstance as unknown as Record<string, unknown>;
  for (const method of ["bulkWrite", "findDocumentsById", "query", "count", "cleanup"])
    expect(instance[method], method).toBeTypeOf("function");
  const stored = await new Dexie("rxdb-dexie-created--0--people").open();
  onTestFinished(() => stored.close());
  expect(stored.tables.map(({ name }) => name)).toContain("docs");
  expect(await stored.table("docs").toCollection().primaryKeys()).toEqual(["a"]);
});
