import { openSecretBox as openBox, type SecretBox } from "../db/index.ts";

export type { SecretBox };

/** For what the channels keep. */
export function openSecretBox(secretKey: string): SecretBox {
  return openBox(secretKey, "channel credentials v1");
}
