import { and, eq, ne } from "drizzle-orm";
import * as v from "valibot";
import { schema } from "../../db/index.ts";
import {
  SecretValue,
  secretSettingKeys,
  settingValues,
  TIME_ZONE_KEY,
  TimeZone,
} from "../../sync/contracts/settings.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { requirePermission } from "../require-permission.ts";
import type { Setting } from "./settings.ts";

const { settings, companies } = schema;

/** The settings that a company may change, with their values. The platform decides about campaigns. */
const { campaignsEnabled: _, ...own } = settingValues;
const values = new Map<string, v.GenericSchema<unknown, string>>([
  ...Object.entries(own),
  [TIME_ZONE_KEY, TimeZone],
  ...secretSettingKeys.map((key) => [key, SecretValue] as const),
]);

/** Changes a setting. Admins only. The same value is no change. */
export async function changeSetting(ctx: Context, { key, value }: Setting): Promise<Setting> {
  requirePermission(ctx, "manageSettings", { key });
  const schemaOfKey = values.get(key);
  if (!schemaOfKey) throw new DomainError("ERR_NO_SETTING_FOUND", { key });
  const parsed = v.safeParse(schemaOfKey, value);
  if (!parsed.success) throw new DomainError("ERR_VALIDATION", { fields: { value: ["value"] } });
  if (key === TIME_ZONE_KEY) await saveTimeZone(ctx, parsed.output);
  else await save(ctx, key, parsed.output);
  return { key, value: parsed.output };
}

async function save({ db, companyId, now }: Context, key: string, value: string): Promise<void> {
  await db
    .insert(settings)
    .values({ companyId, key, value, updatedAt: now })
    .onConflictDoUpdate({
      target: [settings.companyId, settings.key],
      set: { value, updatedAt: now },
      setWhere: ne(settings.value, value),
    });
}

async function saveTimeZone({ db, companyId, now }: Context, timeZone: string): Promise<void> {
  await db
    .update(companies)
    .set({ timeZone, updatedAt: now })
    .where(and(eq(companies.id, companyId), ne(companies.timeZone, timeZone)));
}
