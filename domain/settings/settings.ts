import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import { can } from "../../sync/contracts/permissions.ts";
import {
  SEALED_VALUE,
  type SettingKey,
  secretSettingKeys,
  settingDefaults,
  TIME_ZONE_KEY,
} from "../../sync/contracts/settings.ts";
import type { Context, DeskContext } from "../context.ts";
import { isSealedKey } from "./sealed-settings.ts";

const { settings, companies } = schema;
const secretKeys: ReadonlySet<string> = new Set(secretSettingKeys);

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
  const stored = (await storedSettings(ctx)).filter(({ key }) => !secretKeys.has(key));
  const [company] = await ctx.db
    .select({ timeZone: companies.timeZone })
    .from(companies)
    .where(eq(companies.id, ctx.companyId));
  const values = new Map<string, string>(Object.entries(settingDefaults));
  if (company) values.set(TIME_ZONE_KEY, company.timeZone);
  for (const { key, value } of stored) values.set(key, value);
  return [...values].map(([key, value]) => ({ key, value }));
}

/** The same, and for admins also passwords and tokens. Encrypted ones are only named: `SEALED_VALUE`, or '' without one. */
export async function listSettings(ctx: Context): Promise<Setting[]> {
  const known = await publicSettings(ctx);
  if (!can.manageSettings(ctx.actor.profile)) return known;
  const secrets = (await storedSettings(ctx)).filter(({ key }) => secretKeys.has(key));
  const shown = secrets.map(({ key, value }) => ({ key, value: isSealedKey(key) && value ? SEALED_VALUE : value }));
  return [...known, ...shown];
}

/** Returns the secret settings as they are stored. For the services that use them. */
export async function secretSettings(ctx: DeskContext): Promise<Map<string, string>> {
  const stored = await storedSettings(ctx);
  return new Map(stored.filter(({ key }) => secretKeys.has(key)).map(({ key, value }) => [key, value]));
}

const storedSettings = ({ db, companyId }: Pick<DeskContext, "db" | "companyId">): Promise<Setting[]> =>
  db.select({ key: settings.key, value: settings.value }).from(settings).where(eq(settings.companyId, companyId));
