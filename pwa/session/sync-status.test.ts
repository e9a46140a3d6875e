import { expect, test } from "vitest";
import { setSyncStatusSource, shownSyncStatus } from "./sync-status.ts";

test("sync status: is opening, not synced, before a desk has ever been open", () => {
  expect(shownSyncStatus.get()).toEqual({ state: "opening", waiting: 0, refused: 0 });
});

test("sync status: follows the open desk, and is opening when none is open", () => {
  let status = { state: "offline" as "offline" | "syncing", waiting: 2, refused: 0 };
  const told = new Set<() => void>();
  const seen: string[] = [];
  const leave = shownSyncStatus.subscribe(() => seen.push(shownSyncStatus.get().state));
  setSyncStatusSource({
    get: () => status,
    subscribe: (listener) => {
      told.add(listener);
      return () => void told.delete(listener);
    },
  });
  status = { ...status, state: "syncing" };
  for (const listener of told) listener();
  setSyncStatusSource(null);
  leave();
  expect(seen).toEqual(["offline", "syncing", "opening"]);
  expect(told.size).toBe(0);
});
