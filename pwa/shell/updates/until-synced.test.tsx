import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn } from "../../session/session.ts";
import { type ShownSyncStatus, setSyncStatusSource } from "../../session/sync-status.ts";
import { untilSynced } from "./until-synced.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  setSyncStatusSource(null);
});

function givenStatus() {
  let state: ShownSyncStatus["state"] = "syncing";
  const listeners = new Set<() => void>();
  setSyncStatusSource({
    get: () => ({ state, waiting: 0, refused: 0 }),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  });
  return (next: ShownSyncStatus["state"]) => {
    state = next;
    for (const listener of listeners) listener();
  };
}

function begin() {
  const seen = { isOver: false };
  void untilSynced().then(() => {
    seen.isOver = true;
  });
  return async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return seen.isOver;
  };
}

test("work after the sync waits while the desk syncs or is offline, and begins when it is synced", async () => {
  const show = givenStatus();
  const isOverAfter = begin();
  expect(await isOverAfter(5_000)).toBe(false);
  show("offline");
  expect(await isOverAfter(5_000)).toBe(false);
  show("synced");
  expect(await isOverAfter(0)).toBe(true);
});

test("work after the sync begins at once on a desk that is synced", async () => {
  givenStatus()("synced");
  expect(await begin()(0)).toBe(true);
});

test("without a desk, work after the sync begins 30 seconds after the start, and after a sign-in again", async () => {
  const isOverAfter = begin();
  expect(await isOverAfter(25_000)).toBe(false);
  vi.stubGlobal("fetch", async () => Response.json({ token: "token", user: { id: "ana", company: {}, queues: [] } }));
  await signIn("ana@demo.example", "a password");
  vi.unstubAllGlobals();
  expect(await isOverAfter(25_000)).toBe(false);
  expect(await isOverAfter(5_000)).toBe(true);
});
