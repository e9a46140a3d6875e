import { settingDefaults } from "../../../contracts/account/settings.ts";
import { type CompanyDb, schema } from "../../../db/index.ts";
import type { Settings } from "./settings.ts";

const { settings } = schema;

/** Inserts the settings of a new company: `own`, and the defaults for the others. Settings that it has stay. */
export async function insertDefaultSettings(
  db: CompanyDb,
  companyId: string,
  own: Partial<Settings> = {},
): Promise<void> {
  const defaults = Object.entries({ ...settingDefaults, ...own }).map(([key, value]) => ({ companyId, key, value }));
  await db.insert(settings).values(defaults).onConflictDoNothing();
}
