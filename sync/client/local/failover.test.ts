import "fake-indexeddb/auto";
import { Dexie, type EntityTable, liveQuery, type Table } from "dexie";
import { uuidv7 } from "uuidv7";
import { expect, onTestFinished, test, vi } from "vitest";
import { fullDisk } from "../testing/full-disk.ts";
import { withFailover } from "./failover.ts";

type Rows = Dexie & {
  texts: EntityTable<{ id: string; text: string }, "id">;
  entries: Table<{ order: number; text: string }, number, { text: string }>;
  media: EntityTable<{ id: string; text: string }, "id">;
};

function openRows(name: string): Rows {
  const disk = new Dexie(name) as Rows;
  disk.version(1).stores({ texts: "id", entries: "++order, text", media: "id" });
  return disk;
}

function givenRows(patienceMs?: number) {
  const name = uuidv7();
  const disk = openRows(name);
  const onMemory = vi.fn();
  const failover = withFailover(disk, { notCopied: ["media"], onMemory, ...(patienceMs && { patienceMs }) });
  onTestFinished(() => failover.database.close());
  /** Returns the rows that another tab, or the next start, reads. */
  async function onDisk() {
    const other = openRows(name);
    const found = [await other.texts.toArray(), await other.entries.toArray()] as const;
    other.close();
    return { texts: found[0], entries: found[1] };
  }
  return { ...failover, rows: failover.database, onMemory, onDisk, name };
}

test("with space, everything is on the disk and nothing is in memory", async () => {
  const { rows, isInMemory, onMemory, onDisk } = givenRows();
  await rows.texts.put({ id: "a", text: "Olá" });
  const order = await rows.transaction("rw", rows.texts, rows.entries, () => rows.entries.add({ text: "Oi" }));
  expect(await onDisk()).toEqual({ texts: [{ id: "a", text: "Olá" }], entries: [{ order, text: "Oi" }] });
  expect([isInMemory(), onMemory.mock.calls.length]).toEqual([false, 0]);
});

test("a write that the disk refuses is in memory, with all rows of the disk", async () => {
  const { rows, isInMemory, onMemory, hasChanges, onDisk } = givenRows();
  await rows.texts.put({ id: "a", text: "Olá" });
  await rows.media.put({ id: "m", text: "picture" });
  fullDisk();
  await rows.texts.put({ id: "b", text: "Tudo bem?" });
  expect([isInMemory(), hasChanges(), onMemory.mock.calls.length]).toEqual([true, true, 1]);
  expect((await rows.texts.toArray()).map(({ id }) => id)).toEqual(["a", "b"]);
  expect(await rows.media.get("m")).toBeUndefined();
  expect((await onDisk()).texts.map(({ id }) => id)).toEqual(["a"]);
});

test("rows of which the disk refuses one after it has taken the write are in memory", async () => {
  const { rows, isInMemory } = givenRows();
  fullDisk({ after: 1, asEvent: true });
  await rows.texts.bulkPut([
    { id: "a", text: "Olá" },
    { id: "b", text: "Tudo bem?" },
  ]);
  expect([isInMemory(), await rows.texts.count()]).toEqual([true, 2]);
});

test("a transaction of which the disk refuses one write is repeated whole", async () => {
  const { rows, onDisk } = givenRows();
  await rows.texts.put({ id: "a", text: "draft" });
  fullDisk({ after: 1 });
  const order = await rows.transaction("rw", [rows.texts, rows.entries], async () => {
    await rows.texts.delete("a");
    await rows.texts.put({ id: "c", text: "kept" });
    return rows.entries.add({ text: "sent" });
  });
  expect(await rows.entries.get(order)).toEqual({ order, text: "sent" });
  expect((await rows.texts.toArray()).map(({ id }) => id)).toEqual(["c"]);
  expect(await onDisk()).toEqual({ texts: [{ id: "a", text: "draft" }], entries: [] });
});

test("writes at the same time all reach the memory once", async () => {
  const { rows, onMemory } = givenRows();
  fullDisk();
  await Promise.all(Array.from({ length: 20 }, (_, n) => rows.entries.add({ text: `${n}` })));
  expect((await rows.entries.toArray()).map(({ text }) => text).toSorted((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 20 }, (_, n) => `${n}`),
  );
  expect(onMemory).toHaveBeenCalledTimes(1);
});

test("an error of the program, and a key that exists, stay errors on the disk", async () => {
  const { rows, isInMemory } = givenRows();
  await rows.texts.add({ id: "a", text: "Olá" });
  await expect(rows.texts.add({ id: "a", text: "again" })).rejects.toThrow();
  const ended = rows.transaction("rw", rows.texts, async () => {
    await rows.texts.put({ id: "b", text: "no" });
    throw new Error("no");
  });
  await expect(ended).rejects.toThrow("no");
  expect([isInMemory(), await rows.texts.count()]).toEqual([false, 1]);
});

test("what was written, changed and deleted in memory reaches the disk when it stores again", async () => {
  const { rows, toDisk, isInMemory, onDisk, name } = givenRows();
  await rows.texts.bulkPut([
    { id: "a", text: "unchanged" },
    { id: "b", text: "before" },
    { id: "c", text: "deleted" },
  ]);
  const first = await rows.entries.add({ text: "first" });
  const { free: freeDisk } = fullDisk();
  await rows.texts.put({ id: "b", text: "after" });
  await rows.texts.delete("c");
  await rows.texts.put({ id: "d", text: "new" });
  await rows.entries.update(first, { text: "first, changed" });
  await rows.entries.add({ text: "second" });
  await rows.entries.add({ text: "third" });
  const passing = await rows.entries.add({ text: "passing" });
  await rows.entries.delete(passing);
  await expect(toDisk()).rejects.toThrow();
  expect([isInMemory(), await rows.texts.get("d")]).toEqual([true, { id: "d", text: "new" }]);
  freeDisk();
  // Another tab has used the next key.
  const other = openRows(name);
  await other.entries.add({ text: "of another tab" });
  other.close();
  await toDisk();
  const { texts, entries } = await onDisk();
  expect(isInMemory()).toBe(false);
  expect(texts).toEqual([
    { id: "a", text: "unchanged" },
    { id: "b", text: "after" },
    { id: "d", text: "new" },
  ]);
  expect(entries.map(({ text }) => text)).toEqual(["first, changed", "of another tab", "second", "third"]);
  await rows.texts.put({ id: "e", text: "on the disk again" });
  expect((await onDisk()).texts).toHaveLength(4);
});

test("live queries show what is in memory, and afterwards what is on the disk", async () => {
  const { rows, toDisk } = givenRows();
  await rows.texts.put({ id: "a", text: "Olá" });
  const shown: string[][] = [];
  const one: (string | undefined)[] = [];
  const queries = [
    liveQuery(() => rows.texts.orderBy("id").toArray()).subscribe((found) => shown.push(found.map(({ text }) => text))),
    liveQuery(async () => (await rows.texts.get("b"))?.text).subscribe((text) => one.push(text)),
  ];
  onTestFinished(() => {
    for (const query of queries) query.unsubscribe();
  });
  await vi.waitFor(() => expect(shown.at(-1)).toEqual(["Olá"]));
  const { free: freeDisk } = fullDisk();
  await rows.texts.put({ id: "b", text: "Tudo bem?" });
  await vi.waitFor(() => expect([shown.at(-1), one.at(-1)]).toEqual([["Olá", "Tudo bem?"], "Tudo bem?"]));
  freeDisk();
  await toDisk();
  await rows.texts.put({ id: "b", text: "Até logo" });
  await vi.waitFor(() => expect([shown.at(-1), one.at(-1)]).toEqual([["Olá", "Até logo"], "Até logo"]));
});

test("a live query whose disk is not read any more goes on in memory", async () => {
  const { rows, isInMemory, toDisk } = givenRows();
  await rows.texts.put({ id: "a", text: "Olá" });
  const shown: (string | undefined)[] = [];
  const { free: freeDisk } = fullDisk({ alsoReads: true });
  const query = liveQuery(async () => (await rows.texts.get("a"))?.text ?? "nothing").subscribe((text) =>
    shown.push(text),
  );
  onTestFinished(() => query.unsubscribe());
  await vi.waitFor(() => expect([shown.at(-1), isInMemory()]).toEqual(["nothing", true]));
  await rows.texts.put({ id: "a", text: "Tudo bem?" });
  await vi.waitFor(() => expect(shown.at(-1)).toBe("Tudo bem?"));
  freeDisk();
  await toDisk();
  await rows.texts.put({ id: "a", text: "Até logo" });
  await vi.waitFor(() => expect(shown.at(-1)).toBe("Até logo"));
});

test("a device that opens no database works in memory from the start", async () => {
  const open = vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new DOMException("no storage", "UnknownError");
  });
  onTestFinished(() => open.mockRestore());
  const { rows, open: openThem, isInMemory } = givenRows();
  await openThem();
  await rows.texts.put({ id: "a", text: "Olá" });
  expect([isInMemory(), await rows.texts.toArray()]).toEqual([true, [{ id: "a", text: "Olá" }]]);
});

test("a closed database does not go on in memory", async () => {
  const { rows, isInMemory } = givenRows();
  await rows.texts.put({ id: "a", text: "Olá" });
  rows.close();
  await expect(rows.texts.put({ id: "b", text: "late" })).rejects.toThrow();
  expect(isInMemory()).toBe(false);
});

/** Holds the lock of the table, so that nothing else that wants it begins. */
async function holdLock(name: string, table: string) {
  const database = await new Promise<IDBDatabase>((done) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => done(opening.result);
  });
  let isHeld = true;
  const store = database.transaction(table, "readwrite").objectStore(table);
  const next = () => {
    if (isHeld) store.count().onsuccess = next;
  };
  next();
  onTestFinished(() => {
    isHeld = false;
    database.close();
  });
}

test("a disk that does not answer is left: what waits for it is done in memory", async () => {
  const { rows, toMemory, isInMemory, name } = givenRows(50);
  await rows.texts.put({ id: "a", text: "Olá" });
  await holdLock(name, "texts");
  const waiting = [rows.texts.put({ id: "b", text: "Oi" }), rows.texts.count()];
  await toMemory();
  await Promise.all(waiting);
  expect(isInMemory()).toBe(true);
  expect((await rows.texts.toArray()).map(({ id }) => id)).toEqual(["b"]);
});

test("the way back to a disk that does not answer ends, and the work goes on in memory", async () => {
  const { rows, toMemory, toDisk, isInMemory, name } = givenRows(50);
  await toMemory();
  await rows.texts.put({ id: "a", text: "Olá" });
  await holdLock(name, "texts");
  const back = toDisk();
  const read = rows.texts.get("a");
  await expect(back).rejects.toThrow();
  expect(await read).toEqual({ id: "a", text: "Olá" });
  expect(isInMemory()).toBe(true);
});
