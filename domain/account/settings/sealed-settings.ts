import { and, eq } from "drizzle-orm";
import { isSealedSetting } from "../../../contracts/account/settings.ts";
import { openSecretBox, type SecretBox, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { settings } = schema;
const PREFIX = "sealed:";

/** Encrypts the settings of companies that are stored encrypted. */
export const openSettingsBox = (secret: string | Uint8Array): SecretBox => openSecretBox(secret, "settings v1");

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
