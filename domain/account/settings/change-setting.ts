import { and, eq, ne } from "drizzle-orm";
import * as v from "valibot";
import { readMailHost } from "../../../contracts/account/mail-server.ts";
import {
  isAreaCodeOf,
  isSealedSetting,
  SEALED_VALUE,
  secretSettingRules,
  secretsSentBy,
  settingValues,
  TIME_ZONE_KEY,
  TimeZone,
} from "../../../contracts/account/settings.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { notifyPeople, type SecretBox, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { saveTimeZone } from "../companies/index.ts";
import { sealSetting } from "./sealed-settings.ts";
import { readSetting, type Setting, secretSettings } from "./settings.ts";

const { settings } = schema;

/** The settings that a company may change, with their values. The platform decides about campaigns. */
const { campaignsEnabled: _, ...own } = settingValues;
const values = new Map<string, v.GenericSchema<unknown, string>>([
  ...Object.entries(own),
  [TIME_ZONE_KEY, TimeZone],
  ...Object.entries(secretSettingRules).map(([key, { value }]) => [key, value] as const),
]);

/** Changes a setting. Admins only. The same value is no change. `box` encrypts the keys that are stored encrypted. */
export async function changeSetting(ctx: Context, { key, value }: Setting, box: SecretBox): Promise<Setting> {
  requirePermission(ctx, "manageSettings", { key });
  const schemaOfKey = values.get(key);
  if (!schemaOfKey) throw new DomainError("ERR_NO_SETTING_FOUND", { key });
  const parsed = v.safeParse(schemaOfKey, value);
  if (!parsed.success) throw new DomainError("ERR_VALIDATION", { fields: { value: ["value"] } });
  if (isSealedSetting(key)) return saveSealed(ctx, key, parsed.output, box);
  await forgetSecretsSentBy(ctx, key, parsed.output);
  if (key === TIME_ZONE_KEY) await saveTimeZone(ctx, parsed.output);
  else if (key === "phoneCountry") await savePhoneCountry(ctx, parsed.output);
  else {
    if (key === "phoneAreaCode" && !isAreaCodeOf(await readSetting(ctx, "phoneCountry"), parsed.output))
      throw new DomainError("ERR_VALIDATION", { fields: { value: ["value"] } });
    await save(ctx, key, parsed.output);
  }
  return { key, value: parsed.output };
}

/** Another country has other area codes: the former one's is dropped. */
async function savePhoneCountry(ctx: Context, country: string): Promise<void> {
  if ((await readSetting(ctx, "phoneCountry")) === country) return;
  await save(ctx, "phoneCountry", country);
  await save(ctx, "phoneAreaCode", "");
  // The area code of the company's phone counts only in its own country, so devices read the setting again.
  await ctx.db
    .update(settings)
    .set({ updatedAt: ctx.now })
    .where(and(eq(settings.companyId, ctx.companyId), eq(settings.key, "phoneAreaCode")));
}

/**
 * Removes a secret when it would go to another host, port or user than the one that it was typed for: who changes these
 * need not know it, and could have it sent to a server of their own. Another spelling of the same mail server keeps it.
 */
async function forgetSecretsSentBy(ctx: Context, key: string, value: string): Promise<void> {
  const secrets = secretsSentBy(key);
  if (secrets.length === 0) return;
  const before = (await secretSettings(ctx)).get(key) ?? "";
  if (destinationOf(key, before) === destinationOf(key, value)) return;
  for (const secret of secrets) await save(ctx, secret, "");
}

function destinationOf(key: string, value: string): string {
  const host = key === "smtpauth" ? readMailHost(value) : null;
  return host ? `${host.host}:${host.port} ${host.isSecure}` : value;
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
