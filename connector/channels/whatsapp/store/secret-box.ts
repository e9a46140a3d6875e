import { openSecretBox as openBox, type Secret, type SecretBox, type Secrets } from "../../../../db/index.ts";

export type { SecretBox };

/** Encrypts the channels' secrets. */
export function openSecretBox(secrets: Secret | Secrets): SecretBox {
  return openBox(secrets, "channel credentials v1");
}
