import { type CompanyDb, type Database, openDatabase } from "../../db/index.ts";

export type Break = "write-lost" | "commit-unknown";

/** A real database whose calls can be made to fail at chosen moments, and that can be torn away for good. */
export type BreakableDatabase = Database & {
  /** After `skip` more transactions one is rolled back at its end, or committed without the caller hearing of it. */
  breakOnce(kind: Break, skip: number): void;
  /** Forgets what was planned and has not happened. */
  calm(): void;
  /** Renewals and claims wait so long, as in a process that the machine has stopped for a while. */
  stall(forMs: number): void;
  /** As a process that dies: every connection is gone in this moment, and nothing more comes of it. */
  tearAway(): void;
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

  return {
    listen: database.listen,
    connection: database.connection,
    platform: new Proxy(database.platform, {
      get: (target, name, receiver) => (name === "execute" ? execute : Reflect.get(target, name, receiver)),
    }),
    close: database.close,
    async company(companyId, work, options) {
      if (isGone) throw new Broken("the database is gone");
      const broken = due();
      const breaking = async (tx: CompanyDb) => {
        const done = await work(tx);
        if (broken === "write-lost") throw new Broken("rolled back by chance");
        return done;
      };
      const result = await database.company(companyId, breaking, options);
      if (broken === "commit-unknown" || isGone) throw new Broken("committed, and nobody heard");
      return result;
    },
    breakOnce: (kind, skip) => void planned.push({ kind, skip }),
    calm: () => void planned.splice(0),
    stall(forMs) {
      stalledUntil = Date.now() + forMs;
    },
    tearAway() {
      isGone = true;
      void database.close({ atOnce: true });
    },
  };
}
