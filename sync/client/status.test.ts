import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { backoffMs, createWaker } from "./backoff.ts";
import { cacheName, cachePrefixes, documentsName, outboxName } from "./names.ts";
import { refusalOf } from "./refusal.ts";
import { createStatus } from "./status.ts";
import { manualClock } from "./testing/manual-clock.ts";

const at = Date.UTC(2026, 4, 1);
const calm = { linkUp: true, busy: false, firstSyncDone: true, waiting: 0, refused: 0 };

test.each([
  ["synced", {}],
  ["syncing", { busy: true }],
  ["syncing", { waiting: 1 }],
  ["offline", { linkUp: false }],
  ["offline", { linkUp: false, busy: true, waiting: 3 }],
  ["attention", { refused: 1 }],
  ["attention", { refused: 1, linkUp: false, busy: true, waiting: 3 }],
])("the status is %s with %j", (state, facts) => {
  const status = createStatus(() => at);
  status.set({ ...calm, ...facts });
  expect(status.get().state).toBe(state);
});

test("the status stays the same object until something changes", () => {
  const status = createStatus(() => at);
  const listener = vi.fn();
  const unsubscribe = status.subscribe(listener);
  status.set(calm);
  const synced = status.get();
  status.set(calm);
  expect(status.get()).toBe(synced);
  status.set({ waiting: 1 });
  expect(listener).toHaveBeenCalledTimes(2);
  unsubscribe();
  status.set(calm);
  expect(listener).toHaveBeenCalledTimes(2);
});

test("the status tells since when there is no network, also after a reload, and forgets it when the network is back", async () => {
  let now = at;
  let kept: string | null = null;
  const store = {
    get: async () => kept,
    set: async (since: string | null) => {
      kept = since;
    },
  };
  const open = async () => {
    const status = createStatus(() => now, store);
    await store.get();
    return status;
  };
  const status = await open();
  status.set({ ...calm, linkUp: false });
  now += 60_000;
  status.set({ refused: 1 });
  expect(status.get().since).toBe("2026-05-01T00:00:00.000Z");
  const reloaded = await open();
  // Until the first answer the network is only assumed.
  reloaded.set({ ...calm, busy: true });
  reloaded.set({ linkUp: false });
  expect(reloaded.get().since).toBe("2026-05-01T00:00:00.000Z");
  reloaded.set({ linkUp: true });
  expect([reloaded.get().since, kept]).toEqual([null, null]);
  reloaded.set({ linkUp: false });
  expect(reloaded.get().since).toBe("2026-05-01T00:01:00.000Z");
});

test("a back-off doubles up to a minute, and its jitter is at most half of it", () => {
  const longest = [0, 1, 2, 3, 6, 7, 100].map((failures) => backoffMs(failures, () => 1));
  expect(longest).toEqual([1_000, 1_000, 2_000, 4_000, 32_000, 60_000, 60_000]);
  fc.assert(
    fc.property(fc.nat(200), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const [delay, full] = [backoffMs(failures, () => random), backoffMs(failures, () => 1)];
      return delay >= full / 2 && delay <= full;
    }),
    { seed: 36 },
  );
});

test("a pause ends after its delay, by a wake-up of all pauses, or by its signal, and leaves no timer", async () => {
  const { clock, advance, delays } = manualClock();
  const waker = createWaker(clock);
  const stopping = new AbortController();
  const ended: string[] = [];
  const sleep = (name: string, delayMs: number, signal?: AbortSignal) =>
    waker.sleep(delayMs, signal).then(() => ended.push(name));
  const [short, stopped, ...others] = [
    sleep("short", 1_000),
    sleep("stopped", 2_000, stopping.signal),
    sleep("a", 3_000),
    sleep("b", 4_000),
  ];
  advance(1_000);
  await short;
  stopping.abort();
  await stopped;
  expect([ended, delays()]).toEqual([
    ["short", "stopped"],
    [2_000, 3_000],
  ]);
  await sleep("already stopped", 9_000, stopping.signal);
  waker.wake();
  await Promise.all(others);
  expect([ended, delays()]).toEqual([["short", "stopped", "already stopped", "a", "b"], []]);
});

test.each<[unknown, number | null, string | null]>([
  [{ status: 409, code: "ERR_SCOPE_CHANGED" }, 409, "ERR_SCOPE_CHANGED"],
  [{ status: 500 }, 500, null],
  [{ status: 0, code: "ERR" }, null, "ERR"],
  [{ status: "500", code: 7 }, null, null],
  [new TypeError("lost"), null, null],
  [null, null, null],
  [undefined, null, null],
  ["lost", null, null],
])("refusalOf: %o has the status %s and the code %s", (error, status, code) => {
  expect(refusalOf(error)).toMatchObject({ status, code });
});

test("signing out deletes the user's caches of every version, and never the outbox or another user's", () => {
  const [ana, bia] = [
    { companyId: "c", id: "ana" },
    { companyId: "c", id: "bia" },
  ];
  const isDeleted = (name: string) => cachePrefixes(ana).some((prefix) => name.startsWith(prefix));
  expect([cacheName(ana), documentsName(ana), "balcao-cache-c-ana-v1"].every(isDeleted)).toBe(true);
  expect([outboxName(ana), cacheName(bia), documentsName(bia)].some(isDeleted)).toBe(false);
});
