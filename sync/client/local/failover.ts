import { Dexie, type IndexableType, RangeSet, type Table } from "dexie";
import { createPatience, type Patience } from "./patience.ts";
import { isStorageFailure } from "./storage-failure.ts";

export type Failover<Database extends Dexie> = ReturnType<typeof withFailover<Database>>;

type Options = {
  /** Tables whose rows are not read into memory: they can be fetched again. */
  notCopied?: readonly string[];
  /** Rows of a table as far as this page knows them, for a disk that cannot be read either. */
  known?(table: string): readonly object[];
  /** Called after the database began to work in memory. */
  onMemory(): void;
  /** False: the caller repeats what failed, after `toMemory`. */
  repeats?: boolean;
  /** A disk that has not answered for so long while the database changes its place is left. */
  patienceMs?: number;
};

/** `changed`: the keys that were written in memory, by table. */
type Memory = { database: Dexie; changed: Map<string, Set<IndexableType>> };

/** Longer than a busy device takes for all rows, shorter than a person waits for a sent message to appear. */
const PATIENCE_MS = 5_000;

/** Methods of a table that begin a query. */
const queries = new Set(["where", "orderBy", "filter", "toCollection", "limit", "offset", "reverse"]);
/** Methods of a table or a query that return a promise. */
const ends = new Set([
  ...["get", "count", "toArray", "bulkGet", "put", "add", "update", "delete", "clear", "upsert", "each"],
  ...["bulkPut", "bulkAdd", "bulkDelete", "bulkUpdate", "first", "last", "sortBy", "modify", "keys", "primaryKeys"],
  ...["uniqueKeys", "eachKey", "eachPrimaryKey", "eachUniqueKey", "firstKey", "lastKey"],
]);

type Call = { name: string; given: unknown[] };

/**
 * Lets a database go on in memory when the device does not store any more, for example because its disk is full. A
 * transaction, or a query or write of a table, that fails so is repeated there: its functions must change nothing else.
 * `database` is used in place of `disk`, which only checks of the device use.
 */
export function withFailover<Database extends Dexie>(
  disk: Database,
  { notCopied = [], known = () => [], onMemory, repeats = true, patienceMs = PATIENCE_MS }: Options,
) {
  let memory: Memory | null = null;
  let switching: Promise<void> | null = null;
  let isClosed = false;
  const underWay = new Set<PromiseLike<unknown>>();
  const current = (): Dexie => memory?.database ?? disk;

  /** Repeats in memory what the disk did not store. Inside a transaction the whole transaction is repeated. */
  function kept<T>(run: () => PromiseLike<T>): PromiseLike<T> {
    if (Dexie.currentTransaction) return run();
    // A promise of Dexie: a live query notes what is read in it.
    const first = switching ? Dexie.Promise.resolve(switching.catch(ignore)).then(() => noted(run)) : noted(run);
    return first.catch(async (error: unknown) => {
      if (!repeats || isClosed || !isStorageFailure(error)) throw error;
      if (!memory) await toMemory();
      return noted(run);
    });
  }

  function noted<T>(run: () => PromiseLike<T>) {
    const asked = Dexie.Promise.resolve(run());
    const running = memory ? asked : patience.orLeft(asked);
    underWay.add(running);
    return running.finally(() => underWay.delete(running));
  }

  /** Ends what is under way, then switches; what comes later waits. One switch follows the other. */
  function switchOver(work: () => Promise<void>): Promise<void> {
    const before = switching;
    const mine = (async () => {
      await before?.catch(ignore);
      await patience.within(Promise.allSettled(underWay)).catch(ignore);
      await work();
    })().finally(() => {
      if (switching === mine) switching = null;
    });
    switching = mine;
    return mine;
  }

  function toMemory(): Promise<void> {
    return switchOver(async () => {
      if (memory || isClosed) return;
      memory = await outsideOfQueries(() => fillMemory(disk, notCopied, known, patience));
      leaveDisk();
      askAgain();
      onMemory();
    });
  }

  /** Writes what was changed in memory to the disk. Rejects, and stays in memory, while the disk fails. */
  function toDisk(): Promise<void> {
    return switchOver(async () => {
      const from = memory;
      if (!from) return;
      try {
        const rows = await changedRows(from);
        await patience.within(store(disk, rows));
      } catch (error) {
        leaveDisk();
        throw error;
      }
      memory = null;
      askAgain();
      from.database.close();
    });
  }

  /** Chromium writes to a disk that was full only after all connections to it were closed. The next use opens it. */
  const leaveDisk = () => disk.close({ disableAutoOpen: false });
  const patience = createPatience(leaveDisk, patienceMs);

  function close(): void {
    isClosed = true;
    memory?.database.close();
    disk.close();
  }

  return {
    database: inPlaceOf(disk, current, kept, close),
    /** Opens the database; in memory when the device opens none. */
    async open(): Promise<void> {
      await disk.open().catch((error: unknown) => {
        if (!isStorageFailure(error)) throw error;
        return toMemory();
      });
    },
    isInMemory: () => memory !== null,
    toMemory,
    /** Whether something is only in memory. */
    hasChanges: () => memory !== null && [...memory.changed.values()].some((keys) => keys.size > 0),
    toDisk,
  };
}

/** Returns a database in place of `disk`: its transactions, queries and writes go where the rows are now. */
function inPlaceOf<Database extends Dexie>(
  disk: Database,
  current: () => Dexie,
  kept: <T>(run: () => PromiseLike<T>) => PromiseLike<T>,
  close: () => void,
): Database {
  const tables = new Map(disk.tables.map(({ name }) => [name, tableOf(name)]));

  function tableOf(name: string): Table {
    return new Proxy(disk.table(name), {
      get(_, key) {
        if (key === "db") return database;
        const table = current().table(name);
        const value: unknown = Reflect.get(table, key, table);
        if (typeof key === "string" && (queries.has(key) || ends.has(key))) return repeatable(name, [], key);
        return typeof value === "function" ? value.bind(table) : value;
      },
    });
  }

  /** Notes the calls that make a query, so that it can be made again. */
  const repeatable =
    (table: string, calls: readonly Call[], name: string) =>
    (...given: unknown[]): unknown => {
      const all = [...calls, { name, given }];
      if (ends.has(name)) return kept(() => made(current().table(table), all) as PromiseLike<unknown>);
      return new Proxy({}, { get: (_, key) => repeatable(table, all, String(key)) });
    };

  function transaction(mode: "r" | "rw", ...given: [...(Table | Table[])[], () => PromiseLike<unknown>]) {
    const names = (given.slice(0, -1) as (Table | Table[])[]).flat().map((table) => table.name);
    return kept(() => current().transaction(mode, names, given.at(-1) as () => PromiseLike<unknown>));
  }

  const own: Record<PropertyKey, unknown> = {
    transaction,
    tables: [...tables.values()],
    table: (name: string) => tables.get(name),
    close,
  };
  const database: Database = new Proxy(disk, {
    get: (_, key) => own[key] ?? tables.get(key as string) ?? Reflect.get(disk, key, disk),
  });
  return database;
}

const made = (table: Table, calls: readonly Call[]): unknown =>
  calls.reduce<unknown>((query, { name, given }) => {
    const method: unknown = Reflect.get(Object(query), name);
    return Reflect.apply(method as () => unknown, query, given);
  }, table);

const ignore = () => {};

/** A live query, which may be where the disk failed, lets nothing write. */
const outsideOfQueries = <T>(work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => setTimeout(() => work().then(resolve, reject)));

/** Runs all live queries again: their rows come from another place now. */
const askAgain = () => Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) });

/** Reads the rows of the disk into memory; if it cannot be read either, those that the page knows. */
async function fillMemory(
  disk: Dexie,
  notCopied: readonly string[],
  known: (table: string) => readonly object[],
  patience: Patience,
): Promise<Memory> {
  const { IDBFactory, IDBKeyRange } = await import("fake-indexeddb");
  const database = new Dexie(`${disk.name}-memory`, { indexedDB: new IDBFactory(), IDBKeyRange, cache: "disabled" });
  database.version(1).stores(Object.fromEntries(disk.tables.map((table) => [table.name, schemaOf(table)])));
  const copied = disk.tables.filter(({ name }) => !notCopied.includes(name));
  const stored = await patience.within(readAll(disk, copied)).catch(unreadable);
  for (const { name } of copied) await database.table(name).bulkPut(stored?.get(name) ?? known(name));
  for (const table of database.tables) if (table.schema.primKey.auto) await skipKeys(table);
  return { database, changed: noteChanges(database) };
}

/** Returns the table's keys and indexes as Dexie declares them. */
export const schemaOf = ({ schema }: Table) => [schema.primKey, ...schema.indexes].map(({ src }) => src).join(",");

/** Meanwhile other tabs may give the next keys on the disk. */
const SKIPPED_KEYS = 2 ** 40;

/** Leaves out a random number of the keys that the table gives, so that no other tab gives the same ones. */
async function skipKeys(table: Table): Promise<void> {
  const last = Number(await table.orderBy(":id").lastKey()) || 0;
  const skipped = last + Math.ceil(Math.random() * SKIPPED_KEYS);
  await table.put({ [table.schema.primKey.keyPath as string]: skipped });
  await table.delete(skipped);
}

/** Returns the rows by table. */
const readAll = (disk: Dexie, tables: Table[]): PromiseLike<Map<string, object[]>> =>
  disk.transaction(
    "r",
    tables,
    async () =>
      new Map(
        await Promise.all(tables.map(async (table) => [table.name, await table.toArray()] as [string, object[]])),
      ),
  );

/** The device does not read either, or does not answer. */
function unreadable(error: unknown): null {
  if (!isStorageFailure(error)) throw error;
  return null;
}

function noteChanges(database: Dexie): Memory["changed"] {
  const changed = new Map<string, Set<IndexableType>>();
  for (const table of database.tables) {
    const keys = new Set<IndexableType>();
    changed.set(table.name, keys);
    table.hook("creating", function (key) {
      if (key !== undefined) keys.add(key);
      else this.onsuccess = (given) => void keys.add(given);
    });
    table.hook("updating", (_, key) => void keys.add(key));
    table.hook("deleting", (key) => void keys.add(key));
  }
  return changed;
}

type Changes = { put: object[]; deleted: IndexableType[] };

function changedRows({ database, changed }: Memory): PromiseLike<[string, Changes][]> {
  return database.transaction("r", database.tables, () =>
    Promise.all(
      database.tables.map(async (table): Promise<[string, Changes]> => {
        const keys = [...(changed.get(table.name) ?? [])];
        const rows: (object | undefined)[] = await table.bulkGet(keys);
        const put = rows.filter((row) => row !== undefined);
        return [table.name, { put, deleted: keys.filter((_, at) => rows[at] === undefined) }];
      }),
    ),
  );
}

const store = (disk: Dexie, rows: readonly [string, Changes][]): PromiseLike<void> =>
  disk.transaction("rw", disk.tables, async () => {
    for (const [name, { put, deleted }] of rows) {
      await disk.table(name).bulkDelete(deleted);
      await disk.table(name).bulkPut(put);
    }
  });
