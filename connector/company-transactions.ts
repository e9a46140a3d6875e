import type { Logger } from "pino";
import type { Database, Sequencer } from "../db/index.ts";
import type { DeskContext } from "../domain/context.ts";

/** The connector's access to the domain: one transaction, after which its changes get revisions. */
export type Desk = {
  act<T>(companyId: string, work: (ctx: DeskContext) => Promise<T>): Promise<T>;
  /** Reads, or writes tables that are not replicated. */
  look<T>(companyId: string, work: (ctx: DeskContext) => Promise<T>): Promise<T>;
  /** Resolves when all committed changes have revisions. */
  settled(): Promise<void>;
};

export function openDesk(database: Database, sequencer: Sequencer, logger: Logger): Desk {
  const numbering = new Set<Promise<void>>();

  /** Not awaited: readers number changes themselves, so a slow sequencer must not delay the next message. */
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
