import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { can } from "../../../contracts/account/permissions.ts";
import {
  isSealedSetting,
  isSecretSetting,
  SEALED_VALUE,
  type SettingKey,
  settingDefaults,
  TIME_ZONE_KEY,
} from "../../../contracts/account/settings.ts";
import { areaCodeOf } from "../../../contracts/phone-numbers.ts";
import { schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";

const { settings, companies } = schema;

export type Setting = { key: string; value: string };

export async function readSetting(ctx: DeskContext, key: SettingKey): Promise<string> {
  const [row] = await ctx.db
    .select({ value: settings.value })
    .from(settings)
    .where(and(eq(settings.companyId, ctx.companyId), eq(settings.key, key)));
  return row?.value ?? settingDefaults[key];
}

/** All settings as a column, for a query that selects something else as well; `withDefaults` reads it. */
export const settingsColumn = (companyId: SQLWrapper): SQL<Record<string, string> | null> =>
  sql`(select jsonb_object_agg(${settings.key}, ${settings.value}) from ${settings} where ${settings.companyId} = ${companyId})`;

export type Settings = Record<SettingKey, string>;
export const withDefaults = (stored: Record<string, string> | null): Settings => ({ ...settingDefaults, ...stored });

/** Returns the settings that every agent may know, including defaults. */
export async function publicSettings(ctx: Pick<DeskContext, "db" | "companyId">): Promise<Setting[]> {
  const stored = (await storedSettings(ctx)).filter(({ key }) => !isSecretSetting(key));
  const [company] = await ctx.db
    .select({ timeZone: companies.timeZone, phone: companies.phone })
    .from(companies)
    .where(eq(companies.id, ctx.companyId));
  const values = new Map<string, string>(Object.entries(settingDefaults));
  if (company) values.set(TIME_ZONE_KEY, company.timeZone);
  for (const { key, value } of stored) values.set(key, value);
  const { phoneCountry = "", phoneAreaCode } = Object.fromEntries(values);
  if (company && !phoneAreaCode) values.set("phoneAreaCode", areaCodeOf(company.phone, phoneCountry));
  return [...values].map(([key, value]) => ({ key, value }));
}

/** The same, and for admins also the secret ones. `SEALED_VALUE` stands for an encrypted value; '': none is stored. */
export async function listSettings(ctx: Context): Promise<Setting[]> {
  const known = await publicSettings(ctx);
  if (!can.manageSettings(ctx.actor.profile)) return known;
  const secrets = (await storedSettings(ctx)).filter(({ key }) => isSecretSetting(key));
  const shown = secrets.map(({ key, value }) => ({ key, value: isSealedSetting(key) && value ? SEALED_VALUE : value }));
  return [...known, ...shown];
}

/** Returns the secret settings as they are stored. For the services that use them. */
export async function secretSettings(ctx: DeskContext): Promise<Map<string, string>> {
  const stored = await storedSettings(ctx);
  return new Map(stored.filter(({ key }) => isSecretSetting(key)).map(({ key, value }) => [key, value]));
}

const storedSettings = ({ db, companyId }: Pick<DeskContext, "db" | "companyId">): Promise<Setting[]> =>
  db.select({ key: settings.key, value: settings.value }).from(settings).where(eq(settings.companyId, companyId));
