import pino from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { testTime } from "../../contracts/testing/clock.ts";
import { nextTurn } from "../../contracts/testing/event-loop.ts";
import { type Database, openCompanyPlaces } from "../../db/index.ts";
import { type DueWork, type Ending, type Found, openDueWork, startDueWork } from "./run-due-work.ts";

type Row = DueWork<Found, unknown>;
type Line = { event: string; kind: string; companyId?: string; item?: object; level: number };

/** Companies whose name begins with "far" are on a node of their own. */
const far = (companies: readonly string[]) => companies.filter((id) => id.startsWith("far"));

/** Work of a kind in these companies. `acts` has the items in the order in which they were begun. */
function givenWork(companies: readonly string[], more: Partial<Row> = {}) {
  const lines: Line[] = [];
  const acts: unknown[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const places =
    far(companies).length > 0
      ? [
          { place: "near:5432", companies: companies.filter((id) => !far([id]).length) },
          { place: "far:5432", companies: far(companies) },
        ]
      : [{ place: "", companies: null }];
  const platform = { execute: async () => places } as unknown as Database["platform"];
  const transactions = { places: openCompanyPlaces({ platform }, logger) };
  const found = (): Found[] => companies.map((companyId) => ({ companyId }));
  const given: Row = {
    kind: "test",
    everyMs: 60_000,
    atOnce: 1,
    find: async () => found(),
    act: async () => {},
    ...more,
  };
  const row: Row = {
    ...given,
    act: (companyId, item, ending) => {
      acts.push(given.items ? item : companyId);
      return given.act(companyId, item, ending);
    },
  };
  const notices = new Map<string, () => void>();
  let subscribing = Promise.resolve();
  const database = {
    listen: async (channel: string, onNotice: () => void) => {
      await subscribing;
      notices.set(channel, onNotice);
      return { unlisten: async () => void notices.delete(channel) };
    },
  } as unknown as Database;
  async function start(untilSubscribed = Promise.resolve()) {
    subscribing = untilSubscribed;
    const started = await startDueWork([row], { database, transactions, logger });
    onTestFinished(() => started.stop());
    return started;
  }
  return {
    ...{ acts, lines, notices, start, refresh: transactions.places.refresh },
    work: openDueWork(row, { transactions, logger }),
  };
}

/** Work that goes on until the test ends it. */
function givenSlowWork() {
  const ends = new Map<string, () => void>();
  const act: Row["act"] = (companyId) => new Promise<void>((resolve) => void ends.set(companyId, resolve));
  return { act, end: (companyId: string) => ends.get(companyId)?.() };
}

const away = (message: string) => Object.assign(new Error(message), { code: "08006" });

test("an item that fails stops neither the other items of its company nor those of other companies", async () => {
  const { work, acts, lines } = givenWork(["a", "b"], {
    items: async (companyId) => [`${companyId}1`, `${companyId}2`],
    act: async (_companyId, item) => {
      if (item === "a1") throw new Error("a mistake");
    },
    logged: (id) => ({ id }),
  });
  await work.ask();
  expect(acts).toEqual(["a1", "a2", "b1", "b2"]);
  expect(lines).toMatchObject([
    { event: "due_item_failed", kind: "test", companyId: "a", item: { id: "a1" }, level: 50 },
  ]);
});

test("a company whose items cannot be listed stops no other one", async () => {
  const { work, acts } = givenWork(["a", "b"], {
    items: async (companyId) => {
      if (companyId === "a") throw new Error("a mistake");
      return ["b1"];
    },
  });
  await work.ask();
  expect(acts).toEqual(["b1"]);
});

test("a company whose node is away is skipped with those of its node, and the others are done", async () => {
  let isBack = false;
  const { work, acts, lines, refresh } = givenWork(["far1", "far2", "a", "b"], {
    act: async (companyId) => {
      if (companyId === "far1" && !isBack) throw away("connection to the remote node app@far:5432 failed");
    },
  });
  await refresh();
  expect(await work.ask()).toBe(60_000);
  expect(acts).toEqual(["far1", "a", "b"]);
  expect(lines).toMatchObject([{ event: "companies_away", node: "far:5432" }]);
  isBack = true;
  await expect.poll(() => work.ask().then(() => acts)).toContain("far2");
});

test("while the database is away, the rest of a pass waits for the next one", async () => {
  let isAway = true;
  const { work, acts, lines } = givenWork(["a", "b", "c"], {
    act: async () => {
      if (isAway) throw away("Connection terminated");
    },
  });
  expect(await work.ask()).toBe(60_000);
  expect(acts).toEqual(["a"]);
  expect(lines).toMatchObject([{ event: "due_work_failed", kind: "test", level: 40 }]);
  isAway = false;
  await work.ask();
  expect(acts).toEqual(["a", "a", "b", "c"]);
});

test("work is asked for again when it could not be read, and done again when it failed", async () => {
  let failures = 2;
  const { start, acts, lines } = givenWork([], {
    everyMs: 1,
    find: async () => {
      if (failures-- > 0) throw new Error("not read");
      return acts.length < 2 ? [{ companyId: "a" }] : [];
    },
    act: async () => {
      if (acts.length === 1) throw new Error("not done");
    },
  });
  await start();
  await expect.poll(() => acts).toEqual(["a", "a"]);
  expect(lines.map(({ event }) => event)).toEqual(["due_work_failed", "due_work_failed", "due_item_failed"]);
});

test("it sleeps until the next moment, and asks again at once after it did something", async () => {
  const hour = 3_600_000;
  const at = (ms: number): Found => ({ companyId: "a", dueAt: new Date(testTime() + ms) });
  let found: Found[] = [at(hour)];
  const find = async () => found;
  const { work, acts } = givenWork([], { find, asksAgain: true, act: async () => true });
  expect([await work.ask(), acts]).toEqual([60_000, []]);
  found = [at(hour), at(5_000)];
  const pauseMs = await work.ask();
  expect(pauseMs).toBeLessThanOrEqual(5_000);
  expect(pauseMs).toBeGreaterThan(0);
  found = [at(-5), at(hour)];
  expect([await work.ask(), acts]).toEqual([0, ["a"]]);
  expect(await givenWork(["a"], { act: async () => true }).work.ask()).toBe(60_000);
});

test("so many companies run at once, and the next question waits for all of them", async () => {
  const slow = givenSlowWork();
  const { work, acts } = givenWork(["a", "b", "c"], { atOnce: 2, act: slow.act });
  const asked = vi.fn();
  void work.ask().then(asked);
  await expect.poll(() => acts).toEqual(["a", "b"]);
  slow.end("b");
  await expect.poll(() => acts).toEqual(["a", "b", "c"]);
  slow.end("a");
  await nextTurn();
  expect(asked).not.toHaveBeenCalled();
  slow.end("c");
  await expect.poll(() => asked.mock.calls).toEqual([[60_000]]);
});

test("detached work holds up no question, and a key that still runs is not begun again", async () => {
  const slow = givenSlowWork();
  const { work, acts } = givenWork(["a", "b"], { isDetached: true, atOnce: 2, act: slow.act });
  await work.ask();
  await expect.poll(() => acts).toEqual(["a", "b"]);
  slow.end("b");
  await expect.poll(() => work.ask().then(() => acts)).toEqual(["a", "b", "b"]);
  const settled = vi.fn();
  void work.settled().then(settled);
  slow.end("b");
  await nextTurn();
  expect(settled).not.toHaveBeenCalled();
  slow.end("a");
  await expect.poll(() => settled.mock.calls.length).toBe(1);
});

test("a stop waits for the work that runs and begins no other item or company", async () => {
  const slow = givenSlowWork();
  const listed: string[] = [];
  const items = async (id: string) => {
    listed.push(id);
    return [`${id}1`, `${id}2`];
  };
  const { start, acts } = givenWork(["a", "b"], { items, act: slow.act });
  const started = await start();
  await expect.poll(() => acts).toEqual(["a1"]);
  const stopped = vi.fn();
  const stopping = started.stop().then(stopped);
  await nextTurn();
  expect(stopped).not.toHaveBeenCalled();
  slow.end("a");
  await stopping;
  expect([listed, acts]).toEqual([["a"], ["a1"]]);
});

test("work that may go on for a while at the end gets its signal then", async () => {
  const endings: Ending[] = [];
  const { start } = givenWork(["a"], {
    ...{ isDetached: true, graceMs: 1 },
    act: (_companyId, _item, ending) => {
      endings.push(ending);
      return new Promise<void>((resolve) => ending.signal.addEventListener("abort", () => resolve()));
    },
  });
  const started = await start();
  await expect.poll(() => endings.length).toBe(1);
  expect(endings[0]?.isStopping()).toBe(false);
  await started.stop();
  expect(endings.map(({ isStopping, signal }) => [isStopping(), signal.aborted])).toEqual([[true, true]]);
});

test("a notice asks at once, and once more when it arrives during a run; after the stop none does", async () => {
  const slow = givenSlowWork();
  const { start, acts, notices } = givenWork(["a"], { wokenBy: "balcao_test", act: slow.act });
  const started = await start();
  const notice = () => notices.get("balcao_test")?.();
  await expect.poll(() => acts).toEqual(["a"]);
  notice();
  notice();
  await nextTurn();
  expect(acts).toEqual(["a"]);
  slow.end("a");
  await expect.poll(() => acts).toEqual(["a", "a"]);
  slow.end("a");
  await nextTurn();
  notice();
  await expect.poll(() => acts).toEqual(["a", "a", "a"]);
  slow.end("a");
  await started.stop();
  expect([acts.length, notices.size]).toEqual([3, 0]);
});

test("work that became due before the subscription is found after it", async () => {
  const subscribed = Promise.withResolvers<void>();
  const { start, acts } = givenWork(["a"], { wokenBy: "balcao_test" });
  const starting = start(subscribed.promise);
  await expect.poll(() => acts).toEqual(["a"]);
  subscribed.resolve();
  await starting;
  await expect.poll(() => acts).toEqual(["a", "a"]);
});

test("work whose first question comes later is not asked for at the start", async () => {
  const [late, soon] = [givenWork(["a"], { firstAfterMs: 60_000 }), givenWork(["a"])];
  await late.start();
  await soon.start();
  await expect.poll(() => soon.acts).toEqual(["a"]);
  expect(late.acts).toEqual([]);
});

test("what has keys of its own runs independently in one company", async () => {
  const slow = givenSlowWork();
  const { work, acts } = givenWork([], {
    ...{ isDetached: true, atOnce: 2, act: slow.act },
    find: async () => ["t1", "t2"].map((key) => ({ companyId: "a", key })),
  });
  await work.ask();
  await expect.poll(() => acts).toEqual(["a", "a"]);
});

test("after its stop work is asked for no more", async () => {
  const asked: string[] = [];
  const find = (name: string) => async () => {
    asked.push(name);
    return [];
  };
  const [stopped, other] = ["stopped", "other"].map((name) => givenWork([], { everyMs: 1, find: find(name) }));
  await stopped?.start().then((started) => started.stop());
  await other?.start();
  await expect.poll(() => asked.length).toBeGreaterThan(3);
  expect(asked).not.toContain("stopped");
});
