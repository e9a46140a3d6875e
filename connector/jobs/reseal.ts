import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import { type Database, listSecrets, type Secret, type Secrets } from "../../db/index.ts";
import { openSettingsBox, resealSettings } from "../../domain/account/settings/index.ts";
import type { CompanyRuns, Resealed } from "../../domain/ground/reseal-rows.ts";
import { openAiBox, resealAiServer } from "../../domain/office/ai-text/index.ts";
import type { CompanyTransactions } from "../company-transactions.ts";
import { type Polling, startPolling } from "../concurrency/polling.ts";

const EVERY_MS = 60 * 60_000;

/** Encrypts one kind of values of a company with the first key. */
export type Resealer = (company: CompanyRuns) => Promise<Resealed>;

type Parts = {
  database: Pick<Database, "platform">;
  transactions: Pick<CompanyTransactions, "runAndNumber">;
  secrets: Secret | Secrets;
  /** The values that the channels have encrypted. */
  channels: readonly Resealer[];
  logger: Pick<Logger, "info" | "warn">;
};

/**
 * While there are two keys, encrypts all stored values with the first one, company by company, at the start and each hour:
 * a program that still has the keys in the other order may write values with the other key. `last`: the sum of the last
 * complete look; null: there was none. With one key it does nothing.
 */
export function startResealing(parts: Parts, everyMs = EVERY_MS): Pick<Polling, "stop"> & { last(): Resealed | null } {
  const { database, transactions, secrets, channels, logger } = parts;
  let last: Resealed | null = null;
  if (listSecrets(secrets).length < 2) return { last: () => last, stop: async () => {} };
  const [settings, ai] = [openSettingsBox(secrets), openAiBox(secrets)];
  const resealers: Resealer[] = [
    (company) => resealSettings(company, settings),
    (company) => resealAiServer(company, ai),
    ...channels,
  ];

  async function lookAtCompany(companyId: string, sum: Resealed): Promise<void> {
    const company: CompanyRuns = { companyId, run: (work) => transactions.runAndNumber(companyId, work) };
    for (const reseal of resealers) {
      const { resealed, unreadable } = await reseal(company);
      sum.resealed += resealed;
      sum.unreadable += unreadable;
      if (unreadable > 0)
        logger.warn({ event: "secrets_unreadable", companyId, unreadable }, "Stored secrets have neither of the keys");
    }
  }

  const polling = startPolling(async (isStopping) => {
    const sum: Resealed = { resealed: 0, unreadable: 0 };
    let isWhole = true;
    try {
      const companies = await database.platform.execute<{ id: string }>(sql`select all_company_ids() as id`);
      for (const { id } of companies) {
        if (isStopping()) return everyMs;
        await lookAtCompany(id, sum).catch((err: unknown) => {
          isWhole = false;
          logger.warn(
            { event: "reseal_failed", err, companyId: id },
            "Secrets of a company were not encrypted; retrying",
          );
        });
      }
    } catch (err) {
      isWhole = false;
      logger.warn({ event: "reseal_failed", err }, "The companies were not listed; retrying");
    }
    if (!isWhole) return everyMs;
    last = sum;
    const meaning =
      sum.resealed > 0 ? "Stored secrets were encrypted with SECRET_KEY" : "Every stored secret has SECRET_KEY";
    logger.info({ event: "secrets_resealed", ...sum }, meaning);
    return everyMs;
  });
  return { stop: polling.stop, last: () => last };
}
