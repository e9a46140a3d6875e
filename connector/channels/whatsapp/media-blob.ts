import { createDecipheriv, createHmac, timingSafeEqual } from "node:crypto";
import { getMediaKeys, type MediaType } from "@whiskeysockets/baileys";
import {
  fetchUntrustedStream,
  UntrustedFetchError,
  type UntrustedRequest,
} from "../../../outside/untrusted-fetch/index.ts";
import type { MediaHosts } from "../../config.ts";
import { MediaExpired } from "../../media/media-expired.ts";

type MediaRequest = UntrustedRequest & MediaHosts;
const MAC_BYTES = 10;

export class MediaCorrupt extends Error {}

export type MediaSource = { url?: string | null; directPath?: string | null };

/**
 * Returns the address of a media file. The sender writes both fields, so neither may choose the host: `directPath`
 * must be an absolute path and is joined by the URL parser, and the policy decides about the result. A `url` without
 * a path names no file; some clients send one.
 */
export function mediaAddress({ url, directPath }: MediaSource, { isAllowed, origin }: MediaHosts): URL {
  const whole = URL.parse(url ?? "");
  const isOurs = whole !== null && whole.pathname !== "/" && isAllowed(whole);
  if (directPath && !/^\/[^/\\@\s]/.test(directPath)) throw new UntrustedFetchError("the directPath is not a path");
  if (directPath) return new URL(directPath, isOurs ? whole.origin : origin);
  if (!isOurs) throw new UntrustedFetchError("the message has no address for its media");
  return whole;
}

/**
 * Downloads and decrypts a file of the channel's media store. The iteration ends without an error only when the file's
 * MAC is right: bytes read before that must not be used when it fails.
 */
export async function* readMediaBlob(
  { mediaKey, ...source }: MediaSource & { mediaKey?: Uint8Array | null },
  type: MediaType,
  request: MediaRequest,
): AsyncGenerator<Buffer> {
  const { iv, cipherKey, macKey } = await getMediaKeys(mediaKey, type);
  if (!macKey) throw new Error(`media of the type ${type} has no MAC`);
  const { status, body } = await fetchUntrustedStream(mediaAddress(source, request), request);
  if (status === 404 || status === 410) throw new MediaExpired("the link has expired");
  if (status !== 200) throw new Error(`the media request failed with status ${status}`);
  yield* decrypt(body, { iv, cipherKey, macKey });
}

type Keys = Record<"iv" | "cipherKey" | "macKey", Uint8Array>;

/** AES-256-CBC, followed by the first 10 bytes of an HMAC-SHA256 over IV and ciphertext. */
async function* decrypt(body: AsyncIterable<Buffer>, { iv, cipherKey, macKey }: Keys): AsyncGenerator<Buffer> {
  const decipher = createDecipheriv("aes-256-cbc", cipherKey, iv);
  const hmac = createHmac("sha256", macKey).update(iv);
  let held = Buffer.alloc(0);
  for await (const part of body) {
    const seen = Buffer.concat([held, part]);
    const ciphertext = seen.subarray(0, Math.max(0, seen.length - MAC_BYTES));
    held = seen.subarray(ciphertext.length);
    hmac.update(ciphertext);
    yield decipher.update(ciphertext);
  }
  const mac = hmac.digest().subarray(0, MAC_BYTES);
  if (held.length !== MAC_BYTES || !timingSafeEqual(mac, held)) throw new MediaCorrupt("the MAC of the media is wrong");
  yield decipher.final();
}
