import type { Logger } from "pino";
import { type CompanyPlaces, type Database, openCompanyPlaces, type Sequencer } from "../db/index.ts";
import type { DeskContext } from "../domain/ground/context.ts";

/** Transactions of one company: the connector's access to the domain. */
export type CompanyTransactions = {
  /** Gives the changes their revisions after the commit. */
  runAndNumber<T>(companyId: string, work: (ctx: DeskContext) => Promise<T>): Promise<T>;
  /** Reads, or writes tables that are not replicated. */
  run<T>(companyId: string, work: (ctx: DeskContext) => Promise<T>): Promise<T>;
  /** Work over all companies: one that cannot be reached is skipped. */
  places: CompanyPlaces;
  /** Resolves when all committed changes have revisions. */
  settled(): Promise<void>;
};

export function openCompanyTransactions(database: Database, sequencer: Sequencer, logger: Logger): CompanyTransactions {
  const numbering = new Set<Promise<void>>();

  /** Not awaited: readers number changes themselves, so a slow sequencer must not delay the next message. */
  function number(companyId: string): void {
    const running = sequencer
      .run(companyId)
      .catch((error) =>
        logger.warn(
          { event: "change_numbering_failed", err: error, companyId },
          "Change log was not numbered; the next reader numbers it",
        ),
      )
      .finally(() => numbering.delete(running));
    numbering.add(running);
  }

  const run: CompanyTransactions["run"] = (companyId, work) =>
    database.company(companyId, (db) => work({ db, companyId, now: new Date() }));

  return {
    run,
    places: openCompanyPlaces(database, logger),
    async runAndNumber(companyId, work) {
      const result = await run(companyId, work);
      number(companyId);
      return result;
    },
    async settled() {
      while (numbering.size > 0) await Promise.all(numbering);
    },
  };
}
