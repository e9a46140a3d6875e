import { eq, sql } from "drizzle-orm";
import { areaCodeOf } from "../../../contracts/phone-numbers.ts";
import type { PhoneHome } from "../../../contracts/phones.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { type Settings, settingsColumn, withDefaults } from "./settings.ts";

const { companies } = schema;

/** Returns the country and area code of numbers that are typed without them. */
export async function phoneHome({ db, companyId }: Pick<DeskContext, "db" | "companyId">): Promise<PhoneHome> {
  const [company] = await db
    .select({ phone: companies.phone, settings: settingsColumn(sql`${companyId}::uuid`) })
    .from(companies)
    .where(eq(companies.id, companyId));
  return homeOf(withDefaults(company?.settings ?? null), company?.phone ?? "");
}

/** Without an area code of its own, the company has that of its phone. */
export const homeOf = (
  { phoneCountry: country, phoneAreaCode }: Pick<Settings, "phoneCountry" | "phoneAreaCode">,
  phone: string,
): PhoneHome => ({ country, areaCode: phoneAreaCode || areaCodeOf(phone, country) });
