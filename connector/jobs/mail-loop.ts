import type { Logger } from "pino";
import { type Database, isTransientDbError, type Secret, type Secrets } from "../../db/index.ts";
import { openSettingsBox } from "../../domain/account/settings/index.ts";
import { companiesWithDueMails, type MailRules, sendDueMails } from "../../domain/office/mails/index.ts";
import type { CompanyTransactions } from "../company-transactions.ts";
import { limitTo } from "../concurrency/concurrency-limit.ts";
import { type Polling, startPolling } from "../concurrency/polling.ts";

const EVERY_MS = 2_000;
const COMPANIES_AT_ONCE = 4;
/** How long a mail that is being sent may take when the process ends. */
const GRACE_MS = 3_000;

export type MailLoopParts = {
  database: Pick<Database, "platform">;
  transactions: CompanyTransactions;
  secrets: Secret | Secrets;
  rules: MailRules;
  /** How long an attempt holds its mail; only tests shorten it. */
  leaseMs?: number;
  graceMs?: number;
  logger: Logger;
};

/**
 * Sends the mails of companies. Every connector does; leases give each mail to one of them. A slow mail server holds up
 * its own company only, and the end of the process by `graceMs` at most: then connections are ended, and a mail whose body
 * was handed over becomes unknown.
 */
export function startMailLoop(parts: MailLoopParts, everyMs = EVERY_MS): Polling {
  const { database, transactions, secrets, rules, leaseMs, graceMs = GRACE_MS, logger } = parts;
  const box = openSettingsBox(secrets);
  const atOnce = limitTo(COMPANIES_AT_ONCE);
  const ending = new AbortController();
  const working = new Map<string, Promise<void>>();

  async function work(companyId: string, isStopping: () => boolean) {
    try {
      const run: CompanyTransactions["run"] = (id, task) => transactions.runAndNumber(id, task);
      await sendDueMails({
        run: (task) => run(companyId, task),
        box,
        rules,
        leaseMs,
        isStopping,
        signal: ending.signal,
      });
    } catch (err) {
      const level = isTransientDbError(err) ? "warn" : "error";
      logger[level]({ event: "mail_work_failed", err, companyId }, "Mails of a company were not sent; retrying");
    }
  }

  let hasStopped = false;
  const polling = startPolling(async () => {
    try {
      const now = new Date();
      const due = await transactions.places.ask((asked) => companiesWithDueMails(database.platform, now, asked));
      for (const companyId of due) {
        if (working.has(companyId)) continue;
        const running = atOnce(() => work(companyId, () => hasStopped)).finally(() => working.delete(companyId));
        working.set(companyId, running);
      }
    } catch (err) {
      logger.warn({ event: "mail_work_failed", err }, "Due mails were not read; retrying");
    }
    return everyMs;
  });
  return {
    async stop() {
      hasStopped = true;
      const timer = setTimeout(() => ending.abort(), graceMs);
      await polling.stop();
      await Promise.all(working.values());
      clearTimeout(timer);
    },
  };
}
