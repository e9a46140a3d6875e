import "fake-indexeddb/auto";
import { uuidv7 } from "uuidv7";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Checkpoint, CollectionName } from "../../../contracts/sync.ts";
import { createWaker } from "../backoff.ts";
import { openCacheDatabase } from "../local/databases.ts";
import { createHistory } from "../local/history.ts";
import { createWorkList } from "../local/work.ts";
import { createFakeServer } from "../testing/fake-server.ts";
import { givenTicket } from "../testing/given.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { ticketThreads } from "../thread-kinds.ts";
import { createCheckpointMemory } from "./checkpoints.ts";
import { createPageSize } from "./page-size.ts";
import { fetchPage, type PulledPage } from "./pages.ts";
import { PullRounds, type Round } from "./rounds.ts";
import { createSweep } from "./sweep.ts";

/** The rounds of a collection, its server and what the device has stored of it. */
function givenRounds({ name = "tickets", limit = 2 }: { name?: CollectionName; limit?: number } = {}) {
  const cache = openCacheDatabase({ companyId: uuidv7(), id: uuidv7() });
  onTestFinished(() => cache.close());
  const server = createFakeServer();
  const time = manualClock();
  const stored = new Set<string>();
  /** Pages that are on the device already: used before any is requested. */
  const kept: (() => PulledPage | Promise<PulledPage>)[] = [];
  const work = createWorkList(cache);
  const events = {
    onPosition: vi.fn(),
    onPage: vi.fn(),
    onCaughtUp: vi.fn(),
    onScopeChanged: vi.fn(),
    onTooOld: vi.fn(),
  };
  const stopping = new AbortController();
  const rounds = new PullRounds(
    name,
    {
      find: async (ids) => ids.filter((id) => stored.has(id)).map((id) => ({ id })),
      all: async (most = Number.POSITIVE_INFINITY) => [...stored].slice(0, most).map((id) => ({ id })),
    },
    {
      apiFetch: server.apiFetch,
      fetchPage: async (collection, at, signal) => {
        const page = kept.shift();
        if (page) return { ...(await page()), wasKept: true };
        return fetchPage(server.apiFetch, collection, at, limit, signal);
      },
      pageSize: createPageSize(limit),
      clock: time.clock,
      waker: createWaker(time.clock),
      memory: createCheckpointMemory(cache),
      work,
      threads: name === "threads" ? { name, kind: ticketThreads, history: createHistory(cache, ticketThreads) } : null,
      sweep: createSweep(cache),
      onLink: () => {},
      onDocuments: async () => {},
      ...events,
    },
    stopping.signal,
  );
  /** Stores a round's documents as RxDB does. */
  function store({ documents }: Round) {
    for (const { id, _deleted } of documents) {
      if (_deleted) stored.delete(id);
      else stored.add(id);
    }
  }
  /** Runs rounds until one is the last; returns them. */
  async function pullAll(from?: Checkpoint): Promise<Round[]> {
    const done: Round[] = [];
    for (let checkpoint = from; ; checkpoint = done.at(-1)?.checkpoint) {
      const round = await rounds.run(checkpoint);
      store(round);
      done.push(round);
      if (round.isLast) return done;
    }
  }
  return { server, time, stored, kept, work, rounds, pullAll, ...events };
}

test("rounds: a boot returns one page per round, and the last round none", async () => {
  const { server, pullAll, onPosition, onCaughtUp, onPage } = givenRounds();
  for (let n = 0; n < 5; n += 1) server.put("tickets", givenTicket());
  const done = await pullAll();
  expect(done.map(({ documents, checkpoint }) => [documents.length, checkpoint?.phase])).toEqual([
    [2, "boot"],
    [2, "boot"],
    [1, "live"],
    [0, "live"],
  ]);
  expect(onPage).toHaveBeenCalledTimes(3);
  expect(onPosition).toHaveBeenLastCalledWith(expect.objectContaining({ phase: "live", rev: 5 }));
  expect(onCaughtUp).toHaveBeenCalledOnce();
});

test("rounds: after the last page, only news causes another request", async () => {
  const { server, rounds, pullAll } = givenRounds();
  server.put("tickets", givenTicket());
  const checkpoint = (await pullAll()).at(-1)?.checkpoint;
  const requests = server.requests.length;
  expect(await rounds.run(checkpoint)).toMatchObject({ documents: [], isLast: true });
  expect(server.requests).toHaveLength(requests);
  rounds.expectNews();
  await rounds.run(checkpoint);
  expect(server.requests).toHaveLength(requests + 1);
});

/** Announces a change by its revision, by nothing but its existence, or both. */
const announcements: [string, (rounds: PullRounds, rev: number) => void][] = [
  ["with its revision", (rounds, rev) => rounds.expectNews(rev)],
  ["without one", (rounds) => rounds.expectNews()],
  [
    "with and without one",
    (rounds, rev) => {
      rounds.expectNews();
      rounds.expectNews(rev);
    },
  ],
];

test.each(announcements)("rounds: news announced %s is pulled after a kept page that is older", async (_, announce) => {
  const { server, stored, kept, rounds, pullAll } = givenRounds();
  const [former, changed] = [givenTicket(), givenTicket()];
  server.put("tickets", former);
  const early = (await fetchPage(server.apiFetch, "tickets", undefined, 2, new AbortController().signal)) as PulledPage;
  server.put("tickets", changed);
  announce(rounds, server.rev());
  kept.push(() => early);
  await pullAll();
  expect([...stored]).toEqual([former.id, changed.id]);
});

test.each(announcements)("rounds: news announced %s is pulled after an empty kept page", async (_, announce) => {
  const { server, stored, kept, rounds, pullAll } = givenRounds();
  const [former, changed] = [givenTicket(), givenTicket()];
  server.put("tickets", former);
  const checkpoint = (await pullAll()).at(-1)?.checkpoint;
  server.put("tickets", changed);
  announce(rounds, server.rev());
  kept.push(() => ({ documents: [], checkpoint: checkpoint as Checkpoint, hasMore: false }));
  await pullAll(checkpoint);
  expect([...stored]).toEqual([former.id, changed.id]);
});

test("rounds: a page that the device could not store is requested again after a growing pause", async () => {
  const { server, rounds, time } = givenRounds();
  server.put("tickets", givenTicket());
  await rounds.run(undefined);
  for (const delayMs of [1_000, 2_000]) {
    const again = rounds.run(undefined);
    await vi.waitFor(() => expect(time.delays()).toEqual([delayMs]));
    time.advance(delayMs);
    expect((await again).documents).toHaveLength(1);
  }
});

test("rounds: documents to drop become tombstones before anything is requested", async () => {
  const { server, stored, work, rounds, pullAll } = givenRounds();
  const ticket = givenTicket();
  server.put("tickets", ticket);
  const checkpoint = (await pullAll()).at(-1)?.checkpoint;
  await work.add("tickets", { drop: [ticket.id] });
  const requests = server.requests.length;
  const round = await rounds.run(checkpoint);
  expect(round).toMatchObject({ documents: [{ id: ticket.id, _deleted: true }], isLast: false });
  expect(server.requests).toHaveLength(requests);
  stored.clear();
  await rounds.run(checkpoint);
  expect(await work.read("tickets")).toEqual({ drop: [], fetch: [] });
});

test("rounds: a boot over documents without a checkpoint deletes those that it does not return", async () => {
  const { server, stored, pullAll } = givenRounds();
  const [present, deleted] = [givenTicket(), givenTicket()];
  server.put("tickets", present);
  stored.add(present.id).add(deleted.id);
  await pullAll();
  expect([...stored]).toEqual([present.id]);
});

test("rounds: the position after an empty page is remembered for the next start", async () => {
  const { server, rounds, pullAll, onTooOld } = givenRounds();
  server.put("tickets", givenTicket());
  const checkpoint = (await pullAll()).at(-1)?.checkpoint;
  server.put("contacts", { id: uuidv7() });
  rounds.expectNews();
  expect((await rounds.run(checkpoint)).checkpoint).toEqual(checkpoint);
  // A log that starts after the stored checkpoint would refuse it.
  server.logStart = server.rev();
  rounds.expectNews();
  expect(await rounds.run(checkpoint)).toMatchObject({ documents: [], isLast: true });
  expect(onTooOld).not.toHaveBeenCalled();
});

test("rounds: another scope ends the round without documents", async () => {
  const { server, rounds, pullAll, onScopeChanged } = givenRounds();
  server.put("tickets", givenTicket());
  const checkpoint = (await pullAll()).at(-1)?.checkpoint;
  server.scope = "scope-2";
  rounds.expectNews();
  expect(await rounds.run(checkpoint)).toMatchObject({ documents: [], checkpoint, isLast: true });
  expect(onScopeChanged).toHaveBeenCalledOnce();
});
