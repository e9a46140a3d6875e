import { expect, test } from "vitest";
import type { Changes, ChangesRequest, Checkpoint } from "../../../contracts/sync.ts";
import type { ChangesEvent } from "../desk-types.ts";
import { createChangesPull } from "./changes-pull.ts";
import { createPageSize } from "./page-size.ts";
import type { PulledPage } from "./pages.ts";
import { createTakenParts } from "./taken-parts.ts";

const live = (rev: number): Checkpoint => ({ phase: "live", rev, scope: "s", mark: `m${rev}` });
const { signal } = new AbortController();

/** A pull whose server answers with that; `paths` are the requests, `since` the positions of the shared ones. */
function givenPull(
  answer: (path: string, init?: RequestInit) => unknown,
  firstPage: Promise<PulledPage | null> | null = null,
) {
  const paths: string[] = [];
  const since: ChangesRequest[] = [];
  const pull = createChangesPull({
    limit: 50,
    pageSize: createPageSize(50),
    firstPage,
    apiFetch: async (path, init) => {
      const { pathname, searchParams } = new URL(path, "http://desk.test");
      paths.push(pathname);
      if (pathname === "/sync/changes") since.push(JSON.parse(searchParams.get("since") ?? ""));
      return Response.json(await answer(pathname, init));
    },
  });
  return { ...pull, paths, since };
}
const changes = (parts: Changes["parts"]): Changes => ({ scope: "s", to: [9, "m9"], parts });
const page = { documents: [], checkpoint: live(9), hasMore: false };

test("collections that ask at once share a request; one alone, and a boot, have their own", async () => {
  const part = { documents: [{ id: "t1", rev: 8 }], to: [8, "m8"] as [number, string] };
  const { fetchPage, paths, since } = givenPull((path) =>
    path === "/sync/changes" ? changes({ tickets: part }) : page,
  );
  const names = ["tickets", "threads", "chats"] as const;
  const [tickets, threads, chats] = await Promise.all(names.map((name) => fetchPage(name, live(7), signal)));
  expect(tickets).toEqual({ documents: part.documents, checkpoint: live(8), hasMore: true });
  expect([threads, chats]).toEqual([page, page]);
  expect(since).toEqual([{ scope: "s", at: { tickets: [7, "m7"], threads: [7, "m7"], chats: [7, "m7"] } }]);
  await Promise.all([fetchPage("refs", live(7), signal), fetchPage("drafts", undefined, signal)]);
  expect(paths).toEqual(["/sync/changes", "/sync/drafts", "/sync/refs"]);
});

test("a refused position and a refused request look like those of a single pull", async () => {
  const old: Changes["parts"]["tickets"] = { documents: [], refused: "ERR_CHECKPOINT_TOO_OLD" };
  const { fetchPage } = givenPull(() => changes({ tickets: old }));
  const [tickets, threads] = await Promise.allSettled([
    fetchPage("tickets", live(1), signal),
    fetchPage("threads", live(1), signal),
  ]);
  expect(tickets).toMatchObject({ status: "rejected", reason: { status: 410 } });
  expect(threads).toMatchObject({ status: "fulfilled", value: page });
  const refusing = givenPull(() => Promise.reject(Object.assign(new Error("no"), { status: 409 })));
  const both = [refusing.fetchPage("tickets", live(1), signal), refusing.fetchPage("threads", live(1), signal)];
  for (const one of await Promise.allSettled(both)) expect(one).toMatchObject({ reason: { status: 409 } });
  expect(refusing.paths).toEqual(["/sync/changes"]);
});

test("a collection that fails on the server does not hold up the others", async () => {
  const { fetchPage } = givenPull((path) =>
    path === "/sync/threads" ? page : Promise.reject(Object.assign(new Error("no"), { status: 500 })),
  );
  const asked = [fetchPage("tickets", live(1), signal), fetchPage("threads", live(1), signal)];
  const [tickets, threads] = await Promise.allSettled(asked);
  expect(tickets).toMatchObject({ status: "rejected", reason: { status: 500 } });
  expect(threads).toMatchObject({ status: "fulfilled", value: page });
});

test("a collection that stops is let go at once; the shared request ends when all have stopped", async () => {
  let shared: AbortSignal | null | undefined;
  const { fetchPage } = givenPull((_path, init) => {
    shared = init?.signal;
    return new Promise(() => {});
  });
  const [one, other] = [new AbortController(), new AbortController()];
  const asked = [fetchPage("tickets", live(1), one.signal), fetchPage("threads", live(1), other.signal)];
  await expect.poll(() => shared).toBeDefined();
  one.abort();
  await expect(asked[0]).rejects.toThrow();
  expect(shared?.aborted).toBe(false);
  other.abort();
  await expect(asked[1]).rejects.toThrow();
  expect(shared?.aborted).toBe(true);
});

test("the early page is the first of the first boot only; without it the pull asks", async () => {
  const early = { ...page, documents: [{ id: "t1", rev: 1 }] };
  const { fetchPage, paths } = givenPull(() => page, Promise.resolve(early));
  expect(await fetchPage("contacts", undefined, signal)).toEqual(page);
  expect(await fetchPage("tickets", undefined, signal)).toEqual({ ...early, wasKept: true });
  expect(await fetchPage("tickets", undefined, signal), "a boot after a purge").toEqual(page);
  const failed = givenPull(() => page, Promise.resolve(null));
  expect(await failed.fetchPage("tickets", undefined, signal)).toEqual(page);
  expect([paths, failed.paths]).toEqual([["/sync/contacts", "/sync/tickets"], ["/sync/tickets"]]);
});

/** An event with tickets changed after `from` up to `to`. */
const brought = (from: number, to: number, scope = "s"): ChangesEvent => ({
  type: "changes",
  scope,
  from: { tickets: from },
  to: [to, `m${to}`],
  parts: { tickets: { documents: [{ id: `t${to}`, rev: to }] } },
});

test("documents from the stream are used once, and without a request", async () => {
  const { fetchPage, keep, paths } = givenPull(() => page);
  keep(brought(5, 7));
  expect(await fetchPage("tickets", live(6), signal)).toMatchObject({ documents: [{ id: "t7" }], checkpoint: live(7) });
  keep(brought(7, 9));
  expect(await fetchPage("tickets", live(7), signal)).toMatchObject({ documents: [{ id: "t9" }], checkpoint: live(9) });
  expect(paths).toEqual([]);
  await fetchPage("tickets", live(9), signal);
  expect(paths).toEqual(["/sync/tickets"]);
});

test("documents that came one after another are one page, each document once, and a thread's parts in their order", () => {
  const taken = createTakenParts();
  const event = (to: number, ids: string[]): ChangesEvent => {
    const part = { documents: ids.map((id) => ({ id, rev: to })) };
    return {
      ...brought(to - 1, to),
      from: { tickets: to - 1, threads: to - 1 },
      parts: { tickets: part, threads: part },
    };
  };
  taken.keep(event(6, ["a", "b"]));
  taken.keep(event(7, ["c", "a"]));
  taken.keep(brought(8, 9));
  const documents = [6, 7, 7].map((rev, at) => ({ id: ["b", "c", "a"][at], rev }));
  expect(taken.next("tickets", live(5))).toMatchObject({ documents, checkpoint: live(7) });
  const parts = [6, 6, 7, 7].map((rev, at) => ({ id: ["a", "b", "c", "a"][at], rev }));
  expect(taken.next("threads", live(5))).toMatchObject({ documents: parts, checkpoint: live(7) });
  expect(taken.next("tickets", live(7)), "after a gap").toBeNull();
  expect(taken.next("tickets", live(8))).toMatchObject({ checkpoint: live(9) });
  const many = Array.from({ length: 60 }, (_, at) => `t${at}`);
  for (const to of [10, 11]) taken.keep(event(to, many));
  expect(taken.next("tickets", live(9)), "no more than are stored at once").toMatchObject({ checkpoint: live(10) });
});

test("documents from the stream are not used across a gap, of another scope, or of an ended stream", () => {
  const gap = createTakenParts();
  gap.keep(brought(5, 7));
  expect(gap.next("tickets", live(4))).toBeNull();
  expect(gap.next("tickets", live(5)), "usable once the gap is pulled").not.toBeNull();
  const other = createTakenParts();
  other.keep(brought(5, 7, "other"));
  expect(other.next("tickets", live(5))).toBeNull();
  const ended = createTakenParts();
  ended.keep(brought(5, 7));
  ended.forget();
  expect(ended.next("tickets", live(5))).toBeNull();
});
