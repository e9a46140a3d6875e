import type { Logger } from "pino";
import { type Database, openSequencer } from "../../db/index.ts";
import { openCompanyTransactions } from "../company-transactions.ts";
import type { Lease } from "../ownership/lease.ts";
import { openStubbedChannel } from "./stubbed-channel.ts";

/**
 * Opens a stubbed channel whose `receive` takes a message from each of some customers at once, and resolves when all are
 * processed and have their revisions.
 */
export function openSettledChannel(database: Database, lease: Lease, logger: Logger) {
  const transactions = openCompanyTransactions(database, openSequencer(database), logger);
  let [round, received, running] = [0, 0, 0];
  let resolve = () => {};
  const counted: typeof transactions = {
    ...transactions,
    async runAndNumber(companyId, work) {
      running += 1;
      try {
        return await transactions.runAndNumber(companyId, work);
      } finally {
        running -= 1;
        if (running === 0 && channel.taken() === received) resolve();
      }
    },
  };
  const channel = openStubbedChannel(database, lease, logger, counted);
  return {
    async receive(customers: readonly string[]): Promise<void> {
      round += 1;
      received += customers.length;
      const processed = new Promise<void>((done) => {
        resolve = done;
      });
      await Promise.all(customers.map((from) => channel.receive({ from, body: "Bom dia!", id: `M${round} ${from}` })));
      await processed;
      await transactions.settled();
    },
    stop: channel.stop,
  };
}
