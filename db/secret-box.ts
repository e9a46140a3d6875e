import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from "node:crypto";

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM. `place` is authenticated with the bytes: a value moved to another connection or key does not decrypt.
 */
export type SecretBox = {
  seal(plain: Uint8Array, place: string): Buffer;
  /** Throws when the bytes were encrypted with another key or for another place, or were altered. */
  open(sealed: Uint8Array, place: string): Buffer;
};

/** Derives a separate key for each purpose from SECRET_KEY. */
export function openSecretBox(secret: string | Uint8Array, purpose: string): SecretBox {
  const key = createSecretKey(Buffer.from(hkdfSync("sha256", secret, "balcao", purpose, 32)));
  return {
    seal(plain, place) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), body]);
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      if (bytes[0] !== VERSION) throw new Error("sealed by an unknown version");
      const bodyAt = 1 + IV_BYTES + TAG_BYTES;
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(1, 1 + IV_BYTES))
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(1 + IV_BYTES, bodyAt));
      return Buffer.concat([decipher.update(bytes.subarray(bodyAt)), decipher.final()]);
    },
  };
}
