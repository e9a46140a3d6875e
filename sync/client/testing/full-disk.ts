import "fake-indexeddb/auto";
import { onTestFinished, vi } from "vitest";

const globalStores = IDBObjectStore.prototype;

/**
 * Makes the writes of this device fail, as on a full disk, until the test ends; the first `after` ones succeed.
 * `alsoReads`: as when the browser has closed the database. Returns a function that frees the disk.
 */
export function fullDisk({ after = 0, alsoReads = false } = {}): () => void {
  let left = after;
  const reads = alsoReads ? (["get", "getAll", "openCursor"] as const) : [];
  const spies = (["put", "add", "delete", ...reads] as const).map((name) => {
    const write = globalStores[name] as (...given: unknown[]) => IDBRequest;
    return vi.spyOn(globalStores, name).mockImplementation(function (this: IDBObjectStore, ...given: unknown[]) {
      // The databases in memory have the same prototype.
      if (this.transaction.db.name.endsWith("-memory") || left-- > 0) return write.apply(this, given) as never;
      throw new DOMException("no space", "QuotaExceededError");
    });
  });
  const free = () => {
    for (const spy of spies) spy.mockRestore();
  };
  onTestFinished(free);
  return free;
}
