import type { Logger } from "pino";
import { type Database, openSequencer } from "../../db/index.ts";
import { openCompanyTransactions } from "../company-transactions.ts";
import type { Lease } from "../ownership/lease.ts";
import { openStubbedChannel } from "./stubbed-channel.ts";

const ASK_MS = 1;

/**
 * Opens a stubbed channel whose `receive` takes a message from each of some customers at once, and resolves when all are
 * processed and have their revisions.
 */
export function openSettledChannel(database: Database, lease: Lease, logger: Logger) {
  const transactions = openCompanyTransactions(database, openSequencer(database), logger);
  let running = 0;
  const counted: typeof transactions = {
    ...transactions,
    runAndNumber: (companyId, work) => {
      running += 1;
      return transactions.runAndNumber(companyId, work).finally(() => {
        running -= 1;
      });
    },
  };
  const channel = openStubbedChannel(database, lease, logger, counted);
  let [round, received] = [0, 0];
  return {
    async receive(customers: readonly string[]): Promise<void> {
      round += 1;
      await Promise.all(customers.map((from) => channel.receive({ from, body: "Bom dia!", id: `M${round} ${from}` })));
      received += customers.length;
      while (channel.taken() < received || running > 0) await new Promise((resolve) => setTimeout(resolve, ASK_MS));
      await transactions.settled();
    },
    stop: channel.stop,
  };
}
