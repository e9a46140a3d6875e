import { expect, test } from "vitest";
import { setSyncStatusSource, shownSyncStatus } from "./sync-status.ts";

test("sync status: follows the open desk, and is synced when none is open", () => {
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
  expect(seen).toEqual(["offline", "syncing", "synced"]);
  expect(told.size).toBe(0);
});
