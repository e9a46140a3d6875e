import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto";

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export type Secret = string | Uint8Array;
/** SECRET_KEY, and further keys of which values are still read while one key replaces another. */
export type Secrets = readonly [Secret, ...Secret[]];

/**
 * AES-256-GCM. `place` is authenticated with the bytes: a value moved to another connection or key does not decrypt.
 */
export type SecretBox = {
  /** Encrypts with the first key. */
  seal(plain: Uint8Array, place: string): Buffer;
  /** Throws when the bytes were encrypted with a key that is not given or for another place, or were altered. */
  open(sealed: Uint8Array, place: string): Buffer;
  /** Returns the value encrypted with the first key; null when it is already. Throws like `open`. */
  reseal(sealed: Uint8Array, place: string): Buffer | null;
};

export const listSecrets = (secrets: Secret | Secrets): Secrets =>
  typeof secrets === "string" || secrets instanceof Uint8Array ? [secrets] : secrets;

/** Derives a separate key for each purpose from each secret. */
export function openSecretBox(secrets: Secret | Secrets, purpose: string): SecretBox {
  const [first, ...others] = keysOf(secrets, purpose);
  const box: SecretBox = {
    seal(plain, place) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", first, iv).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), body]);
    },
    open(sealed, place) {
      try {
        return decrypt(first, sealed, place);
      } catch (error) {
        const opened = openedByOther(sealed, place);
        if (opened) return opened;
        throw error;
      }
    },
    reseal(sealed, place) {
      try {
        decrypt(first, sealed, place);
        return null;
      } catch (error) {
        const opened = openedByOther(sealed, place);
        if (!opened) throw error;
        return box.seal(opened, place);
      }
    },
  };
  return box;

  function openedByOther(sealed: Uint8Array, place: string): Buffer | null {
    for (const key of others) {
      try {
        return decrypt(key, sealed, place);
      } catch {} // sealed with the next key, or with none of them
    }
    return null;
  }
}

function keysOf(secrets: Secret | Secrets, purpose: string): [KeyObject, ...KeyObject[]] {
  const derive = (secret: Secret) => createSecretKey(Buffer.from(hkdfSync("sha256", secret, "balcao", purpose, 32)));
  const [first, ...others] = listSecrets(secrets);
  return [derive(first), ...others.map(derive)];
}

function decrypt(key: KeyObject, sealed: Uint8Array, place: string): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes[0] !== VERSION) throw new Error("sealed by an unknown version");
  const bodyAt = 1 + IV_BYTES + TAG_BYTES;
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(1, 1 + IV_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(1 + IV_BYTES, bodyAt));
  return Buffer.concat([decipher.update(bytes.subarray(bodyAt)), decipher.final()]);
}
