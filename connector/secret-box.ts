import { openSecretBox as openBox, type SecretBox } from "../db/index.ts";

export type { SecretBox };

/** For what the channels keep. */
export function openSecretBox(secretKey: string): SecretBox {
  if (secretKey.length < 16) throw new Error("SECRET_KEY is too short: at least 16 characters");
  return openBox(secretKey, "channel credentials v1");
}
