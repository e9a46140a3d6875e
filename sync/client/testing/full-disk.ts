import "fake-indexeddb/auto";
import { onTestFinished, vi } from "vitest";

const stores = IDBObjectStore.prototype;

/** A transaction of fake-indexeddb, which fails a request with what its operation throws. */
type FakeTransaction = { _execRequestAsync(request: { source: IDBObjectStore; operation(): unknown }): IDBRequest };

/** Databases in memory, and those by which RxDB's tabs talk in Node.js, have the same prototype. */
const isOfDisk = (name: string) => !name.endsWith("-memory") && !name.startsWith("pubkey.broadcast-channel");

/**
 * Makes the writes of this device fail, as on a full disk, until the test ends; the first `after` ones succeed.
 * `once`: only one of them fails. `alsoReads`: as when the browser has closed the database. `asEvent`: the browser takes the
 * write and refuses it by an event, as it does with a write of many rows.
 */
export function fullDisk({ after = 0, alsoReads = false, once = false, asEvent = false } = {}) {
  let left = after;
  const reads = alsoReads ? (["get", "getAll", "openCursor"] as const) : [];
  const spies = (["put", "add", "delete", ...reads] as const).map((name) => {
    const write = stores[name] as (...given: unknown[]) => IDBRequest;
    return vi.spyOn(stores, name).mockImplementation(function (this: IDBObjectStore, ...given: unknown[]) {
      if (isOfDisk(this.transaction.db.name)) left -= 1;
      else return write.apply(this, given) as never;
      if (left >= 0 || (once && left < -1)) return write.apply(this, given) as never;
      const refuse = (): never => {
        throw new DOMException("no space", "QuotaExceededError");
      };
      if (!asEvent) refuse();
      const { transaction } = this as unknown as { transaction: FakeTransaction };
      return transaction._execRequestAsync({ source: this, operation: refuse }) as never;
    });
  });
  const free = () => {
    for (const spy of spies) spy.mockRestore();
  };
  onTestFinished(free);
  return { free, hasFailed: () => left < 0 };
}
