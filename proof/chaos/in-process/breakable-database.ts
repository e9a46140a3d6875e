import { type CompanyDb, type Database, openDatabase } from "../../../db/index.ts";

export type Break = "write-lost" | "commit-unknown";

/** A real database whose transactions can be made to fail, and whose connections can be cut for good. */
export type BreakableDatabase = Database & {
  /** After `skip` more transactions, rolls one back at its end, or commits it and throws. */
  breakOnce(kind: Break, skip: number): void;
  /** Cancels planned faults that have not happened. */
  endFaults(): void;
  /** Delays renewals and claims by this time, like a paused process. */
  stall(forMs: number): void;
  /** Closes every connection at once and for good, like a process that dies. */
  disconnect(): void;
};

export class Broken extends Error {}

export function openBreakableDatabase(url: string, options: { max: number; name: string }): BreakableDatabase {
  const database = openDatabase(url, options);
  const planned: { kind: Break; skip: number }[] = [];
  let isGone = false;
  let stalledUntil = 0;

  function due(): Break | undefined {
    const at = planned.findIndex((plan) => plan.skip-- <= 0);
    return at < 0 ? undefined : planned.splice(at, 1)[0]?.kind;
  }

  const execute: Database["platform"]["execute"] = ((...args: Parameters<Database["platform"]["execute"]>) => {
    const wait = stalledUntil - Date.now();
    if (isGone) return Promise.reject(new Broken("the database is gone"));
    if (wait <= 0) return database.platform.execute(...args);
    return new Promise((resolve) => setTimeout(resolve, wait)).then(() => database.platform.execute(...args));
  }) as unknown as Database["platform"]["execute"];

  /** A transaction that is sent at once. */
  async function sendOnce<T>(send: () => Promise<T>): Promise<T> {
    if (isGone) throw new Broken("the database is gone");
    const broken = due();
    if (broken === "write-lost") throw new Broken("lost by a planned fault");
    const rows = await send();
    if (broken === "commit-unknown" || isGone) throw new Broken("committed, but the answer was lost");
    return rows;
  }

  return {
    listen: database.listen,
    connection: database.connection,
    platform: new Proxy(database.platform, {
      get: (target, name, receiver) => (name === "execute" ? execute : Reflect.get(target, name, receiver)),
    }),
    close: database.close,
    asPlatform: database.asPlatform,
    async company(companyId, work, options) {
      if (isGone) throw new Broken("the database is gone");
      const broken = due();
      const breaking = async (tx: CompanyDb) => {
        const done = await work(tx);
        if (broken === "write-lost") throw new Broken("rolled back by a planned fault");
        return done;
      };
      const result = await database.company(companyId, breaking, options);
      if (broken === "commit-unknown" || isGone) throw new Broken("committed, but the answer was lost");
      return result;
    },
    statement: (companyId, statement) => sendOnce(() => database.statement<never>(companyId, statement)),
    statements: (companyId, statements) => sendOnce(() => database.statements<never>(companyId, statements)),
    breakOnce: (kind, skip) => void planned.push({ kind, skip }),
    endFaults: () => void planned.splice(0),
    stall(forMs) {
      stalledUntil = Date.now() + forMs;
    },
    disconnect() {
      isGone = true;
      void database.close({ atOnce: true });
    },
  };
}
