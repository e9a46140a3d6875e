import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import { aesEncryptGCM, getMediaKeys, hkdf, proto } from "@whiskeysockets/baileys";

export type MediaKind = "image" | "audio" | "video" | "document" | "sticker";

/** Encrypts a file as WhatsApp does. Returns the blob to store, and the fields of the message that refers to it. */
export async function sealMedia(plain: Buffer, kind: MediaKind) {
  const mediaKey = randomBytes(32);
  const { iv, cipherKey, macKey } = await keysFor(mediaKey, kind);
  const cipher = createCipheriv("aes-256-cbc", cipherKey, iv);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  const blob = Buffer.concat([body, macOf(macKey, iv, body)]);
  const fields = { mediaKey, fileSha256: sha256(plain), fileEncSha256: sha256(blob), fileLength: plain.length };
  return { blob, fields };
}

export async function openMedia(blob: Buffer, mediaKey: Uint8Array, kind: MediaKind): Promise<Buffer> {
  const { iv, cipherKey, macKey } = await keysFor(mediaKey, kind);
  const body = blob.subarray(0, -10);
  if (!macOf(macKey, iv, body).equals(blob.subarray(-10))) throw new Error("media MAC mismatch");
  const decipher = createDecipheriv("aes-256-cbc", cipherKey, iv);
  return Buffer.concat([decipher.update(body), decipher.final()]);
}

/** Encrypts the phone's answer to a request to upload a file again. */
export function sealRetryAnswer(mediaKey: Uint8Array, stanzaId: string, directPath: string) {
  const { SUCCESS } = proto.MediaRetryNotification.ResultType;
  const plain = proto.MediaRetryNotification.encode({ stanzaId, directPath, result: SUCCESS }).finish();
  const iv = randomBytes(12);
  const key = hkdf(mediaKey, 32, { info: "WhatsApp Media Retry Notification" });
  return { iv, ciphertext: aesEncryptGCM(plain, key, iv, Buffer.from(stanzaId)) };
}

async function keysFor(mediaKey: Uint8Array, kind: MediaKind) {
  const { iv, cipherKey, macKey } = await getMediaKeys(mediaKey, kind);
  if (!macKey) throw new Error(`no MAC key for ${kind}`);
  return { iv, cipherKey, macKey };
}

const sha256 = (data: Buffer) => createHash("sha256").update(data).digest();

const macOf = (key: Uint8Array, iv: Uint8Array, body: Buffer) =>
  createHmac("sha256", key).update(iv).update(body).digest().subarray(0, 10);
