import { openSecretBox as openBox, type SecretBox } from "../../../db/index.ts";

export type { SecretBox };

/** Encrypts the channels' secrets. */
export function openSecretBox(secretKey: string): SecretBox {
  return openBox(secretKey, "channel credentials v1");
}
