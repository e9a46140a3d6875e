import "fake-indexeddb/auto";
import { uuidv7 } from "uuidv7";
import { expect, onTestFinished, test, vi } from "vitest";
import type { ThreadUpdate } from "../../../contracts/desk/messages.ts";
import type { Checkpoint } from "../../../contracts/sync.ts";
import { openCacheDatabase } from "../local/databases.ts";
import { createHistory } from "../local/history.ts";
import { createWorkList } from "../local/work.ts";
import { givenMessage } from "../testing/given.ts";
import { ticketThreads } from "../thread-kinds.ts";
import { handleConversations } from "./conversation-pages.ts";
import { createGate } from "./gate.ts";
import { createLocalRequests } from "./local-requests.ts";
import { fetchPage, fetchThreads } from "./pages.ts";
import { storedThreads } from "./thread-pages.ts";

const checkpoint: Checkpoint = { phase: "live", rev: 7, scope: "a b&c", mark: null };
const { signal } = new AbortController();

/** An `apiFetch` with that answer; `asked` are the queries of its requests. */
function givenApi(answer: unknown) {
  const asked: [path: string, query: Record<string, string>][] = [];
  const apiFetch = async (path: string) => {
    const { pathname, searchParams } = new URL(path, "http://desk.test");
    asked.push([pathname, Object.fromEntries(searchParams)]);
    return Response.json(typeof answer === "function" ? answer(searchParams) : answer);
  };
  return { asked, apiFetch };
}

function givenLocal() {
  const cache = openCacheDatabase({ companyId: uuidv7(), id: uuidv7() });
  onTestFinished(() => cache.close());
  return { work: createWorkList(cache), history: createHistory(cache, ticketThreads) };
}

test("fetchPage: requests the page after the checkpoint, and a boot without one", async () => {
  const page = { documents: [], checkpoint, hasMore: false };
  const { asked, apiFetch } = givenApi(page);
  expect(await fetchPage(apiFetch, "tickets", checkpoint, 50, signal)).toEqual(page);
  await fetchPage(apiFetch, "drafts", undefined, 9, signal);
  expect(asked).toEqual([
    ["/sync/tickets", { limit: "50", checkpoint: JSON.stringify(checkpoint) }],
    ["/sync/drafts", { limit: "9" }],
  ]);
});

test.each([null, {}, { documents: [] }, { checkpoint }, { documents: {}, checkpoint }])(
  "fetchPage: an answer that is no page is refused: %j",
  async (answer) => {
    const page = fetchPage(givenApi(answer).apiFetch, "tickets", undefined, 50, signal);
    await expect(page).rejects.toThrow("tickets: not a page.");
  },
);

test("fetchThreads: requests at most 50 threads at once, all of them and in order", async () => {
  const ids = Array.from({ length: 101 }, (_, place) => `t${place}`);
  const { asked, apiFetch } = givenApi((query: URLSearchParams) => ({
    documents: (query.get("ids") ?? "").split(",").map((id) => ({ id })),
  }));
  expect(await fetchThreads(apiFetch, "threads", ids, signal)).toEqual(ids.map((id) => ({ id })));
  expect(asked.map(([, query]) => query.ids?.split(",").length)).toEqual([50, 50, 1]);
  expect(await fetchThreads(apiFetch, "threads", [], signal)).toEqual([]);
  expect(asked).toHaveLength(3);
});

test("gate: what waits continues when it is opened or when the signal aborts, and an open gate stays open", async () => {
  const gate = createGate();
  const stopping = new AbortController();
  const passed: string[] = [];
  const waits = [
    gate.opened(signal).then(() => passed.push("opened")),
    gate.opened(stopping.signal).then(() => passed.push("stopped")),
  ];
  await Promise.resolve();
  expect(passed).toEqual([]);
  stopping.abort();
  await waits[1];
  expect(passed).toEqual(["stopped"]);
  gate.open();
  await waits[0];
  await gate.opened(signal);
  expect(passed).toEqual(["stopped", "opened"]);
});

test("local requests: drops go to the work list of tickets and threads, and the history is deleted", async () => {
  const { work, history } = givenLocal();
  const resync = vi.fn();
  const requests = createLocalRequests({ work, history, resync });
  await history.put("a", [givenMessage()]);
  await requests.drop(["a", "b"]);
  await requests.dropSchedules(["s"]);
  await requests.fetchThreads("threads", ["c"]);
  expect(await work.read("tickets")).toEqual({ drop: ["a", "b"], fetch: [] });
  expect(await work.read("threads")).toEqual({ drop: ["a", "b"], fetch: ["c"] });
  expect(await work.read("schedules")).toEqual({ drop: ["s"], fetch: [] });
  expect(await history.get("a")).toBeUndefined();
  expect(resync.mock.calls).toEqual([["tickets"], ["threads"], ["schedules"], ["threads"]]);
});

/** Handles a page of tickets on a device that has `known`. */
async function handled(
  documents: { id: string; _deleted?: boolean }[],
  phase: Checkpoint["phase"],
  known: string[] = [],
) {
  const { work, history } = givenLocal();
  for (const { id } of documents) await history.put(id, [givenMessage()]);
  const resyncThreads = vi.fn();
  const present = async (ids: string[]) => new Set(ids.filter((id) => known.includes(id)));
  await handleConversations(documents, phase, { threads: "threads", present, work, history, resyncThreads });
  const kept = await Promise.all(documents.map(async ({ id }) => [id, (await history.get(id)) !== undefined]));
  return { ...(await work.read("threads")), kept: Object.fromEntries(kept), resyncs: resyncThreads.mock.calls.length };
}

test("tickets: one that leaves takes its thread and history along, in a boot too", async () => {
  const page = [{ id: "gone", _deleted: true }, { id: "here" }];
  for (const phase of ["boot", "live"] as const) {
    expect(await handled(page, phase, ["here"])).toEqual({
      drop: ["gone"],
      fetch: [],
      kept: { gone: false, here: true },
      resyncs: 1,
    });
  }
});

test("tickets: one that comes to the device later needs its thread, and a boot brings the threads itself", async () => {
  const page = [{ id: "new" }, { id: "known" }];
  expect(await handled(page, "live", ["known"])).toMatchObject({ fetch: ["new"], drop: [], resyncs: 1 });
  expect(await handled(page, "boot")).toMatchObject({ fetch: [], drop: [], resyncs: 0 });
  expect(await handled([{ id: "known" }], "live", ["known"])).toMatchObject({ fetch: [], resyncs: 0 });
});

const rows = Array.from({ length: 33 }, () => givenMessage({ ticketId: "t" }));
const update = (change: Partial<ThreadUpdate>): ThreadUpdate => ({
  id: "t",
  rev: 5,
  whole: false,
  hasOlder: false,
  messages: [],
  ...change,
});

/** Stores updates on a device without threads; `whole` is the server's thread. */
async function storedFrom(documents: Parameters<typeof storedThreads>[0], whole: ThreadUpdate[] = []) {
  const { history } = givenLocal();
  await history.put("t", rows.slice(0, 1));
  const fetchWhole = vi.fn(async (_ids: string[]) => whole);
  const stored = await storedThreads(documents, {
    history,
    kind: ticketThreads,
    fetchWhole,
    local: async () => new Map(),
  });
  return { stored, fetched: fetchWhole.mock.calls, history: (await history.get("t"))?.messages };
}

test("threads: rows of an unknown thread fetch it whole once, also when it is named twice", async () => {
  const documents = [update({ messages: rows.slice(1, 2) }), update({ rev: 6, messages: rows.slice(2, 3) })];
  const { stored, fetched } = await storedFrom(documents, [update({ rev: 6, messages: rows.slice(0, 3) })]);
  expect(fetched).toEqual([[["t"]]]);
  expect(stored).toEqual([{ id: "t", rev: 6, hasOlder: false, messages: rows.slice(0, 3) }]);
});

test("threads: an unknown thread that the server refuses is not stored", async () => {
  expect((await storedFrom([update({ messages: rows.slice(0, 1) })])).stored).toEqual([]);
});

test("threads: a deleted thread is a tombstone without history, and is not fetched", async () => {
  const documents = [update({ messages: rows.slice(0, 1) }), { id: "t", _deleted: true as const }];
  expect(await storedFrom(documents)).toEqual({
    stored: [{ id: "t", _deleted: true }],
    fetched: [],
    history: undefined,
  });
});

test("threads: rows that leave the tail go to the history", async () => {
  const documents = [
    update({ whole: true, messages: rows.slice(1, 31) }),
    update({ rev: 6, messages: rows.slice(31) }),
  ];
  const { stored, fetched, history } = await storedFrom(documents);
  expect(stored).toMatchObject([{ rev: 6, messages: rows.slice(3) }]);
  expect([history, fetched]).toEqual([rows.slice(0, 3), []]);
});

test("threads: a gap behind the tail deletes the history", async () => {
  const documents = [
    update({ whole: true, messages: rows.slice(1, 3) }),
    update({ rev: 6, whole: true, messages: rows.slice(5) }),
  ];
  expect((await storedFrom(documents)).history).toBeUndefined();
});
