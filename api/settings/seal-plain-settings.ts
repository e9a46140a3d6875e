import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Database, SecretBox } from "../../db/index.ts";
import { sealPlainSettings } from "../../domain/account/settings/index.ts";

type Deps = { database: Pick<Database, "platform" | "company">; settingsBox: SecretBox; logger: Pick<Logger, "warn"> };

/**
 * Encrypts the secret settings of all companies that an earlier version stored in clear, one company after the other, beside
 * the requests. A company that cannot be reached is left to the next start of an api. `stop` ends it after the company in
 * progress.
 */
export function startSealing({ database, settingsBox, logger }: Deps): { done: Promise<void>; stop(): Promise<void> } {
  let isStopping = false;
  async function sealAll(): Promise<void> {
    const companies = await database.platform.execute<{ id: string }>(sql`select all_company_ids() as id`);
    for (const { id: companyId } of companies) {
      if (isStopping) return;
      await database
        .company(companyId, (db) => sealPlainSettings({ db, companyId }, settingsBox), { retryOnConflict: true })
        .catch((err: unknown) => report(err, companyId));
    }
  }
  const report = (err: unknown, companyId?: string) =>
    logger.warn(
      { event: "settings_not_sealed", err, companyId },
      "Secret settings were not encrypted; retrying at start",
    );
  const done = sealAll().catch((err: unknown) => report(err));
  return {
    done,
    stop() {
      isStopping = true;
      return done;
    },
  };
}
