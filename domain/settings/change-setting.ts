import { ne } from "drizzle-orm";
import * as v from "valibot";
import { notifyPeople, type SecretBox, schema } from "../../db/index.ts";
import {
  SEALED_VALUE,
  SecretValue,
  secretSettingKeys,
  secretSettingRules,
  settingValues,
  TIME_ZONE_KEY,
  TimeZone,
} from "../../sync/contracts/settings.ts";
import { saveTimeZone } from "../companies/index.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { requirePermission } from "../require-permission.ts";
import { isSealedKey, sealSetting } from "./sealed-settings.ts";
import type { Setting } from "./settings.ts";

const { settings } = schema;

/** The settings that a company may change, with their values. The platform decides about campaigns. */
const { campaignsEnabled: _, ...own } = settingValues;
const values = new Map<string, v.GenericSchema<unknown, string>>([
  ...Object.entries(own),
  [TIME_ZONE_KEY, TimeZone],
  ...secretSettingKeys.map((key) => [key, secretSettingRules[key] ?? SecretValue] as const),
]);

/** Changes a setting. Admins only. The same value is no change. `box` encrypts the keys that are stored encrypted. */
export async function changeSetting(ctx: Context, { key, value }: Setting, box: SecretBox): Promise<Setting> {
  requirePermission(ctx, "manageSettings", { key });
  const schemaOfKey = values.get(key);
  if (!schemaOfKey) throw new DomainError("ERR_NO_SETTING_FOUND", { key });
  const parsed = v.safeParse(schemaOfKey, value);
  if (!parsed.success) throw new DomainError("ERR_VALIDATION", { fields: { value: ["value"] } });
  if (isSealedKey(key)) return saveSealed(ctx, key, parsed.output, box);
  if (key === TIME_ZONE_KEY) await saveTimeZone(ctx, parsed.output);
  else await save(ctx, key, parsed.output);
  return { key, value: parsed.output };
}

/** An empty value removes the secret. */
async function saveSealed(ctx: Context, key: string, value: string, box: SecretBox): Promise<Setting> {
  if (value !== SEALED_VALUE) await save(ctx, key, value && sealSetting(ctx, box, key, value));
  return { key, value: value && SEALED_VALUE };
}

/** Lets a company send campaigns, or not. The platform decides: the caller has checked the right. */
export function saveCampaignsEnabled(ctx: Context, isEnabled: boolean): Promise<void> {
  return save(ctx, "campaignsEnabled", String(isEnabled));
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
  await notifyPeople(db, companyId);
}
