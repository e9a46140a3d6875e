import { type Database, isDatabaseAway, type Sequencer } from "../../db/index.ts";
import { readLogState } from "./change-log.ts";
import { readScopedChanges, type ScopedChange } from "./scoped-changes.ts";

/** Receives each batch of a company's changes in order. Its errors go to `onError`, and the feed continues. */
export type Follower = (changes: readonly ScopedChange[]) => Promise<void>;

export type Following = {
  /** Resolves with a revision: all changes after it are delivered, also to a follower that has just begun. */
  deliveredTo(): Promise<number>;
  stop(): void;
};

export type ChangeFeed = {
  follow(companyId: string, follower: Follower): Following;
  /** Returns the companies that have a follower. */
  followed(): Iterable<string>;
  /** Call for each change-log notification: the company has new revisions. */
  notify(companyId: string): void;
  /** Call when notifications may have been missed. */
  notifyAll(): void;
  /** Finds what no notification announced: numbers changes that were left without a revision, and reads newer ones. */
  catchUp(): Promise<void>;
};

type Company = {
  followers: Set<Follower>;
  readTo: Promise<number>;
  isReading: boolean;
  again: boolean;
  /** Set while a read that failed waits to be repeated: no further notification may come. */
  retry: NodeJS.Timeout | undefined;
  /** Reads that failed one after another. */
  failures: number;
};

/** The pause before a failed read is repeated; it doubles with each further failure. */
const RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;

export const retryPauseMs = (failures: number): number => Math.min(RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);

type Deps = { database: Database; sequencer: Sequencer; onError(error: unknown): void };

/** Reads the change log of each followed company once per process, for all followers. */
export function openChangeFeed(deps: Deps): ChangeFeed {
  const { database, sequencer, onError } = deps;
  const companies = new Map<string, Company>();
  let catchingUp: Promise<void> | null = null;

  function companyOf(companyId: string): Company {
    const known = companies.get(companyId);
    if (known) return known;
    const readTo = database.company(companyId, async (db) => (await readLogState(db, companyId)).clock);
    const company: Company = {
      ...{ followers: new Set(), readTo, isReading: false, again: false },
      ...{ retry: undefined, failures: 0 },
    };
    companies.set(companyId, company);
    return company;
  }

  async function readOn(companyId: string, company: Company): Promise<void> {
    company.again = true;
    if (company.isReading) return;
    company.isReading = true;
    try {
      while (company.again) {
        company.again = false;
        await deliverToEnd(deps, companyId, company);
      }
    } finally {
      company.isReading = false;
    }
  }

  function notify(companyId: string) {
    const company = companies.get(companyId);
    if (!company) return;
    readOn(companyId, company).catch((error) => {
      onError(error);
      if (companies.get(companyId) !== company || company.retry) return;
      company.failures += 1;
      company.retry = setTimeout(() => {
        company.retry = undefined;
        if (companies.get(companyId) === company) notify(companyId);
      }, retryPauseMs(company.failures)).unref();
    });
  }

  async function catchUpCompany(companyId: string, company: Company): Promise<void> {
    const { clock, hasUnnumbered } = await database.company(companyId, (db) => readLogState(db, companyId), {
      isReading: true,
    });
    // The notification of the revisions announces them.
    if (hasUnnumbered) await sequencer.run(companyId);
    if (clock > (await company.readTo)) notify(companyId);
  }

  /** Ends without the further companies when the database is away: the next heartbeat comes back to all of them. */
  async function catchUpAll(): Promise<void> {
    for (const [companyId, company] of companies) {
      try {
        await catchUpCompany(companyId, company);
      } catch (error) {
        onError(error);
        if (isDatabaseAway(error)) return;
      }
    }
  }

  return {
    follow(companyId, follower) {
      const company = companyOf(companyId);
      company.followers.add(follower);
      return {
        deliveredTo: () => company.readTo,
        stop() {
          company.followers.delete(follower);
          if (company.followers.size === 0 && companies.get(companyId) === company) companies.delete(companyId);
        },
      };
    },
    followed: () => companies.keys(),
    notify,
    notifyAll() {
      for (const companyId of companies.keys()) notify(companyId);
    },
    catchUp() {
      catchingUp ??= catchUpAll().finally(() => {
        catchingUp = null;
      });
      return catchingUp;
    },
  };
}

/** Reads to the end of the log. Each batch is delivered before the next one is read. */
async function deliverToEnd({ database, onError }: Deps, companyId: string, company: Company): Promise<void> {
  for (let received = await company.readTo; ; ) {
    const after = received;
    const { changes, to, hasMore } = await database.company(
      companyId,
      (db) => readScopedChanges(db, companyId, after),
      { isReading: true },
    );
    company.failures = 0;
    if (changes.length > 0)
      await Promise.all([...company.followers].map((follower) => follower(changes).catch(onError)));
    received = to;
    company.readTo = Promise.resolve(received);
    if (!hasMore) return;
  }
}
