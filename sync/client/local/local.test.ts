import "fake-indexeddb/auto";
import fc from "fast-check";
import { firstValueFrom } from "rxjs";
import { uuidv7 } from "uuidv7";
import { expect, onTestFinished, test, vi } from "vitest";
import { MebiByte } from "../../../contracts/desk/messages.ts";
import { createOutboxStore } from "../outbox/store.ts";
import { givenCommand, givenMessage } from "../testing/given.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { ticketThreads } from "../thread-kinds.ts";
import { openCacheDatabase, openOutboxDatabase } from "./databases.ts";
import { localDraft } from "./draft.ts";
import { createHistory } from "./history.ts";
import { createLeft } from "./left.ts";
import { createMedia } from "./media.ts";
import { createWorkList } from "./work.ts";

const HOUR_MS = 3_600_000;

function givenDatabases() {
  const owner = { companyId: uuidv7(), id: uuidv7() };
  const [cache, outbox] = [openCacheDatabase(owner), openOutboxDatabase(owner)];
  onTestFinished(() => {
    cache.close();
    outbox.close();
  });
  return { cache, outbox, time: manualClock() };
}

test("draft: the last text of a ticket is stored, and an empty one deletes it", async () => {
  const { outbox, time } = givenDatabases();
  const [draft, other] = ["a", "b"].map((id) => localDraft(outbox, id, time.clock));
  expect(await draft?.get()).toBe("");
  await draft?.set("Bom");
  await draft?.set("Bom dia");
  expect([await draft?.get(), await other?.get()]).toEqual(["Bom dia", ""]);
  await draft?.set("");
  expect([await draft?.get(), await outbox.drafts.count()]).toEqual(["", 0]);
});

const rows = Array.from({ length: 6 }, () => givenMessage({ ticketId: "t" }));

test("history: pages are merged in order, a newer row replaces its older one, and complete stays", async () => {
  const history = createHistory(givenDatabases().cache, ticketThreads);
  await history.put("t", rows.slice(3, 5));
  expect(await history.get("t")).toMatchObject({ id: "t", messages: rows.slice(3, 5), complete: false });
  const read = { ...givenMessage(), ...rows[3], ack: 3 };
  await history.put("t", [...rows.slice(0, 3).toReversed(), read], true);
  await history.put("t", []);
  expect(await history.get("t")).toMatchObject({
    id: "t",
    messages: [...rows.slice(0, 3), read, ...rows.slice(4, 5)],
    complete: true,
  });
  await history.put("t", [], false);
  expect((await history.get("t"))?.complete).toBe(false);
});

test("history: rows that left the tail are kept only behind a stored history, and never inside a gap", async () => {
  const history = createHistory(givenDatabases().cache, ticketThreads);
  await history.keep("t", rows.slice(0, 1));
  expect(await history.get("t")).toBeUndefined();
  await history.put(
    "t",
    [rows[1], rows[3]].filter((row) => row !== undefined),
  );
  // The second row is older than the newest stored one and unknown: it may be one of a gap.
  await history.keep("t", rows.slice(2, 3));
  expect((await history.get("t"))?.messages.map(({ id }) => id)).toEqual([rows[1]?.id, rows[3]?.id]);
  await history.keep("t", rows.slice(4));
  expect((await history.get("t"))?.messages.map(({ id }) => id)).toEqual([1, 3, 4, 5].map((at) => rows[at]?.id));
  await history.drop(["t", "unknown"]);
  expect(await history.get("t")).toBeUndefined();
});

test("left: applied commands of the last day, newest first, each with the time of its first answer", async () => {
  const { cache, time } = givenDatabases();
  const left = createLeft(cache, time.clock);
  const file = { id: "f", name: "mapa.png", mimetype: "image/png", size: 3 };
  const [first, second] = [
    givenCommand("ticket.close", { ticketId: "a" }),
    givenCommand("message.send", { ticketId: "b" }, { file }),
  ];
  await left.add(first);
  time.advance(HOUR_MS);
  await left.add(second);
  await left.add(first);
  const shown = await firstValueFrom(left.recent$());
  expect(shown).toEqual([
    {
      id: second.id,
      type: "message.send",
      payload: { ticketId: "b" },
      ticketId: "b",
      at: "2026-05-01T01:00:00.000Z",
      fileId: "f",
      file: { mimetype: "image/png", name: "mapa.png" },
    },
    { id: first.id, type: "ticket.close", payload: { ticketId: "a" }, ticketId: "a", at: "2026-05-01T00:00:00.000Z" },
  ]);
  time.advance(23 * HOUR_MS + 1);
  expect((await firstValueFrom(left.recent$())).map(({ id }) => id)).toEqual([second.id]);
  // The next command deletes those of earlier days.
  await left.add(givenCommand("ticket.read", { ticketId: "a" }));
  expect(await cache.left.get(first.id)).toBeUndefined();
});

function givenMedia(answer: () => Blob = () => new Blob(["server"])) {
  const { cache, outbox, time } = givenDatabases();
  const apiFetch = vi.fn(async (_path: string) => new Response(answer()));
  const store = createOutboxStore(outbox, time.clock);
  const open = () => createMedia({ media: () => cache.media, store, apiFetch, clock: time.clock });
  return { cache, store, time, apiFetch, open };
}
const textAt = async (url: string) => (await fetch(url)).text();

test("media: a file comes from the outbox, then the cache, then the server", async () => {
  const { store, apiFetch, open } = givenMedia();
  const id = await store.add("message.send", { ticketId: "t" }, { file: { blob: new Blob(["outbox"]), name: "x" } });
  const media = open();
  expect(await textAt(await media.fileUrl((await store.byId(id))?.file?.id ?? ""))).toBe("outbox");
  expect(apiFetch).not.toHaveBeenCalled();
  expect(await textAt(await media.fileUrl("a"))).toBe("server");
  expect(await textAt(await open().fileUrl("a"))).toBe("server");
  expect(apiFetch.mock.calls).toEqual([["/media/a"]]);
});

test("media: a file has one address until the desk is closed", async () => {
  const { open } = givenMedia();
  const media = open();
  const url = await media.fileUrl("a");
  expect(await media.fileUrl("a")).toBe(url);
  await media.close();
  await expect(fetch(url)).rejects.toThrow();
});

test("media: a failed download is requested again", async () => {
  const { apiFetch, open } = givenMedia();
  const media = open();
  apiFetch.mockRejectedValueOnce(new TypeError("lost"));
  await expect(media.fileUrl("a")).rejects.toThrow("lost");
  expect(await textAt(await media.fileUrl("a"))).toBe("server");
});

test("media: the least recently used files leave the cache when it is full, and too large ones never enter it", async () => {
  const { cache, time, open } = givenMedia();
  // The size is all that counts.
  const record = (id: string, usedAt: number) => ({ id, blob: new Blob([id]), size: 70 * MebiByte, usedAt });
  await cache.media.bulkPut([record("old", 1), record("used", 2), record("new", 3)]);
  time.advance(HOUR_MS);
  const media = open();
  expect(await textAt(await media.fileUrl("old"))).toBe("old");
  await media.keep("small", new Blob(["x"]));
  expect((await cache.media.toCollection().primaryKeys()).toSorted()).toEqual(["new", "old", "small"]);
  await media.keep("large", { size: 32 * MebiByte + 1 } as Blob);
  expect(await cache.media.get("large")).toBeUndefined();
});

test("work list: each collection has its own, and what is done leaves it", async () => {
  const { cache } = givenDatabases();
  const work = createWorkList(cache);
  await work.add("threads", { drop: ["a", "a"], fetch: ["b"] });
  expect(await work.read("threads")).toEqual({ drop: ["a"], fetch: ["b"] });
  expect(await work.read("tickets")).toEqual({ drop: [], fetch: [] });
  await work.done("threads", { drop: ["a"] });
  expect(await work.read("threads")).toEqual({ drop: [], fetch: ["b"] });
  await work.done("threads", { fetch: ["b", "unknown"] });
  expect(await cache.meta.count()).toBe(0);
});

test("work list: the last wish about a thread counts, and it is never both dropped and fetched", async () => {
  const { cache } = givenDatabases();
  const work = createWorkList(cache);
  const step = fc.record({
    kind: fc.constantFrom("drop" as const, "fetch" as const),
    id: fc.constantFrom("a", "b", "c"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      await cache.meta.clear();
      const last = new Map<string, string>();
      for (const { kind, id } of steps) {
        await work.add("threads", { [kind]: [id] });
        last.set(id, kind);
      }
      const { drop, fetch } = await work.read("threads");
      const wished = (kind: string) => [...last].filter(([, one]) => one === kind).map(([id]) => id);
      expect([drop.toSorted(), fetch.toSorted()]).toEqual([wished("drop").sort(), wished("fetch").sort()]);
    }),
    { seed: 34, numRuns: 20 },
  );
});
