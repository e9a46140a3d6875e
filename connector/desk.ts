import type { Logger } from "pino";
import type { Database, Sequencer } from "../db/index.ts";
import type { DeskContext } from "../domain/context.ts";

/** How the channels and job workers reach the domain: one transaction, then revs for what it changed. */
export type Desk = {
  act<T>(companyId: string, work: (ctx: DeskContext) => Promise<T>): Promise<T>;
  /** Reads, or writes what nobody replicates. */
  look<T>(companyId: string, work: (ctx: DeskContext) => Promise<T>): Promise<T>;
  /** Resolves when everything that was committed has its revs. */
  settled(): Promise<void>;
};

export function openDesk(database: Database, sequencer: Sequencer, logger: Logger): Desk {
  const numbering = new Set<Promise<void>>();

  /** Not waited for: whoever reads numbers first, so a slow sequencer must not slow the next message down. */
  function number(companyId: string): void {
    const run = sequencer
      .run(companyId)
      .catch((error) =>
        logger.warn(
          { event: "change_numbering_failed", err: error, companyId },
          "Change log was not numbered; the next reader numbers it",
        ),
      )
      .finally(() => numbering.delete(run));
    numbering.add(run);
  }

  const look: Desk["look"] = (companyId, work) =>
    database.company(companyId, (db) => work({ db, companyId, now: new Date() }));

  return {
    look,
    async act(companyId, work) {
      const result = await look(companyId, work);
      number(companyId);
      return result;
    },
    async settled() {
      while (numbering.size > 0) await Promise.all(numbering);
    },
  };
}
