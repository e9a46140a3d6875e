import type { Database } from "../../db/index.ts";
import { readLogState } from "./change-log.ts";
import { readScopedChanges, type ScopedChange } from "./scoped-changes.ts";

/** Receives each batch of a company's changes in order. Its errors go to `onError`, and the feed continues. */
export type Follower = (changes: readonly ScopedChange[]) => Promise<void>;

export type ChangeFeed = {
  /** `ready` resolves with a revision when all changes after it are delivered. */
  follow(companyId: string, follower: Follower): { ready: Promise<number>; stop(): void };
  /** Returns the companies that have a follower. */
  followed(): Iterable<string>;
  /** Call for each change-log notification: the company has new revisions. */
  hear(companyId: string): void;
  /** Call when notifications may have been missed. */
  hearAll(): void;
};

type Company = { followers: Set<Follower>; readTo: Promise<number>; isReading: boolean; again: boolean };

/** Reads the change log of each followed company once per process, for all followers. */
export function openChangeFeed(deps: { database: Database; onError(error: unknown): void }): ChangeFeed {
  const { database, onError } = deps;
  const companies = new Map<string, Company>();

  function companyOf(companyId: string): Company {
    const known = companies.get(companyId);
    if (known) return known;
    const readTo = database.company(companyId, async (db) => (await readLogState(db, companyId)).clock);
    const company: Company = { followers: new Set(), readTo, isReading: false, again: false };
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
        for (let received = await company.readTo; ; ) {
          const after = received;
          const changes = await database.company(companyId, (db) => readScopedChanges(db, companyId, after), {
            isReading: true,
          });
          const last = changes.at(-1);
          if (!last) break;
          await Promise.all([...company.followers].map((follower) => follower(changes).catch(onError)));
          received = last.rev;
          company.readTo = Promise.resolve(received);
        }
      }
    } finally {
      company.isReading = false;
    }
  }

  function hear(companyId: string) {
    const company = companies.get(companyId);
    if (company) readOn(companyId, company).catch(onError);
  }

  return {
    follow(companyId, follower) {
      const company = companyOf(companyId);
      company.followers.add(follower);
      return {
        ready: company.readTo,
        stop() {
          company.followers.delete(follower);
          if (company.followers.size === 0 && companies.get(companyId) === company) companies.delete(companyId);
        },
      };
    },
    followed: () => companies.keys(),
    hear,
    hearAll() {
      for (const companyId of companies.keys()) hear(companyId);
    },
  };
}
