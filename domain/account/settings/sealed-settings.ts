import { and, asc, eq, gt, like } from "drizzle-orm";
import { isSealedSetting } from "../../../contracts/account/settings.ts";
import { openSecretBox, type Secret, type SecretBox, type Secrets, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { type CompanyRuns, type Resealed, resealRows } from "../../ground/reseal-rows.ts";

const { settings } = schema;
const PREFIX = "sealed:";

/** Encrypts the settings of companies that are stored encrypted. */
export const openSettingsBox = (secrets: Secret | Secrets): SecretBox => openSecretBox(secrets, "settings v1");

const placeOf = ({ companyId }: Pick<DeskContext, "companyId">, key: string) => `${companyId}/${key}`;

export const sealSetting = (ctx: Pick<DeskContext, "companyId">, box: SecretBox, key: string, value: string): string =>
  PREFIX + box.seal(Buffer.from(value), placeOf(ctx, key)).toString("base64");

/** Decrypts a stored value. One that an earlier version stored in clear is returned as it is. */
export function openSetting(ctx: Pick<DeskContext, "companyId">, box: SecretBox, key: string, stored: string): string {
  if (!stored.startsWith(PREFIX)) return stored;
  return box.open(Buffer.from(stored.slice(PREFIX.length), "base64"), placeOf(ctx, key)).toString();
}

/** Encrypts the company's secrets that an earlier version stored in clear. A value that changes meanwhile stays. */
export async function sealPlainSettings(
  { db, companyId }: Pick<DeskContext, "db" | "companyId">,
  box: SecretBox,
): Promise<void> {
  const stored = await db
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(eq(settings.companyId, companyId));
  for (const { key, value } of stored) {
    if (value === "" || !isSealedSetting(key) || value.startsWith(PREFIX)) continue;
    await db
      .update(settings)
      .set({ value: sealSetting({ companyId }, box, key, value) })
      .where(and(eq(settings.companyId, companyId), eq(settings.key, key), eq(settings.value, value)));
  }
}

/** Encrypts the company's secret settings with the first key of the box. */
export function resealSettings(company: CompanyRuns, box: SecretBox): Promise<Resealed> {
  const ofCompany = and(eq(settings.companyId, company.companyId), like(settings.value, `${PREFIX}%`));
  return resealRows<{ key: string; value: string }>(company, box, {
    read: (db, after, limit) =>
      db
        .select({ key: settings.key, value: settings.value })
        .from(settings)
        .where(and(ofCompany, after && gt(settings.key, after.key)))
        .orderBy(asc(settings.key))
        .limit(limit),
    sealed: ({ value }) => Buffer.from(value.slice(PREFIX.length), "base64"),
    place: ({ key }) => placeOf(company, key),
    write: (db, { key, value }, sealed) =>
      db
        .update(settings)
        .set({ value: PREFIX + sealed.toString("base64") })
        .where(and(ofCompany, eq(settings.key, key), eq(settings.value, value))),
  });
}
