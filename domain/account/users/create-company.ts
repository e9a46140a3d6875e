import { settingDefaults } from "../../../contracts/account/settings.ts";
import { readPhone } from "../../../contracts/phone-numbers.ts";
import type { CompanyDb } from "../../../db/index.ts";
import { type CompanyRow, insertCompany, type NewCompany } from "../companies/index.ts";
import { insertDefaultSettings, type Settings } from "../settings/index.ts";

/**
 * Creates a company with default settings and hours. `db` is in the new company's scope. Idempotent by id. `settings`:
 * the ones that differ from the defaults.
 */
export async function createCompany(
  db: CompanyDb,
  company: NewCompany,
  settings: Partial<Settings> = {},
): Promise<CompanyRow> {
  const created = await insertCompany(db, company);
  await insertDefaultSettings(db, company.id, { phoneCountry: countryOf(company.phone ?? ""), ...settings });
  return created;
}

/** The country of a company's own phone: that of the platform, unless the phone begins with another country code. */
function countryOf(phone: string): string {
  const { phoneCountry: country } = settingDefaults;
  const read = readPhone(phone, { country, areaCode: "" });
  return read.refused === undefined ? read.country : country;
}
