import { Dexie, type Table, type Transaction } from "dexie";
import { getRxStorageDexie } from "rxdb/plugins/storage-dexie";
import type { DeskStorage } from "../desk-types.ts";
import { type Failover, schemaOf, withFailover } from "../local/failover.ts";
import { isStorageFailure } from "../local/storage-failure.ts";

type Shell = Dexie & { _options: { IDBKeyRange?: typeof IDBKeyRange } };

/**
 * RxDB's storage with Dexie, whose databases go on in memory when the device does not store. They do so together: a
 * position that is stored without its documents would lose these. `onMemory` is called when that begins.
 */
export function failoverDexie(onMemory: () => void): {
  storage: DeskStorage;
  toMemory(): Promise<void>;
  toDisk(): Promise<void>;
} {
  const group = new Map<string, Failover<Dexie>>();
  let memoryKeyRange: typeof IDBKeyRange | null = null;
  let isInMemory = false;

  async function toMemory(): Promise<void> {
    memoryKeyRange ??= (await import("fake-indexeddb")).IDBKeyRange;
    const isFirst = !isInMemory;
    isInMemory = true;
    await Promise.all([...group.values()].map((database) => database.toMemory()));
    if (isFirst) onMemory();
  }

  /** Documents first: a position must not be on the disk without them. Rejects while the disk fails. */
  async function toDisk(): Promise<void> {
    const names = [...group.keys()];
    const isPosition = (name: string) => name.includes("replication-meta");
    for (const name of [...names.filter((name) => !isPosition(name)), ...names.filter(isPosition)])
      await group.get(name)?.toDisk();
    isInMemory = false;
  }

  /** RxDB gets `shell`, which opens nothing itself, and declares its tables before it calls `open`. */
  function replaceDatabase(shell: Shell, name: string): void {
    let failover: Failover<Dexie> | null = null;
    async function open(): Promise<Dexie> {
      const disk = new Dexie(name);
      disk.version(1).stores(Object.fromEntries(shell.tables.map((table) => [table.name, schemaOf(table)])));
      failover = withFailover(disk, { onMemory() {}, repeats: false });
      group.set(name, failover);
      await (isInMemory ? failover.toMemory() : repeated(() => disk.open()));
      const { database } = failover;
      for (const table of database.tables) Object.defineProperty(shell, table.name, { value: table });
      Object.assign(shell, { transaction: endingWithAbort(database) });
      return shell;
    }
    function close(): void {
      group.delete(name);
      failover?.database.close();
    }
    Object.assign(shell, { open, close });
    Object.defineProperty(shell._options, "IDBKeyRange", {
      get: () => (failover?.isInMemory() ? memoryKeyRange : globalThis.IDBKeyRange),
    });
  }

  /** Does in memory what the device does not do. */
  async function repeated<T>(work: () => PromiseLike<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
      await toMemory();
      return work();
    }
  }

  const dexie = getRxStorageDexie({ onCreate: (shell, name) => replaceDatabase(shell as Shell, name) });
  const storage: DeskStorage = {
    ...(dexie as unknown as DeskStorage),
    async createStorageInstance(params) {
      const instance = await (dexie as unknown as DeskStorage).createStorageInstance(params);
      // RxDB collects rows outside of its transactions, so that only a whole call can be repeated.
      for (const name of methods) {
        const method = instance[name].bind(instance) as (...given: unknown[]) => Promise<never>;
        instance[name] = (...given: unknown[]) => repeated(() => method(...given));
      }
      return instance;
    },
  };
  return { storage, toMemory, toDisk };
}

type Scope = (transaction: Transaction) => PromiseLike<unknown>;

/** RxDB waits for its cursor for ever when the browser ends the transaction. */
const endingWithAbort =
  (database: Dexie) =>
  (mode: "r" | "rw", ...given: [...Table[], Scope]): PromiseLike<unknown> => {
    const scope = given.at(-1) as Scope;
    // An async function: Dexie keeps its transaction only across the awaits of one.
    const watched = async (transaction: Transaction) => {
      const ended = new Promise((_, reject) => {
        transaction.on("abort", () => reject(new Dexie.AbortError()));
      });
      return await Promise.race([scope(transaction), ended]);
    };
    return database.transaction(mode, given.slice(0, -1) as Table[], watched);
  };

const methods = ["bulkWrite", "findDocumentsById", "query", "count", "cleanup"] as const;
