import { openSecretBox, type SecretBox } from "../../db/index.ts";
import { sealedSettingKeys } from "../../sync/contracts/settings.ts";
import type { DeskContext } from "../context.ts";

const PREFIX = "sealed:";
const sealedKeys: ReadonlySet<string> = new Set(sealedSettingKeys);

export const isSealedKey = (key: string): boolean => sealedKeys.has(key);

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
