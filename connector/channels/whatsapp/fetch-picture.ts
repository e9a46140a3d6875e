import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { WASocket } from "@whiskeysockets/baileys";
import { type AddressPolicy, fetchUntrustedStream } from "../../../outside/untrusted-fetch/index.ts";
import type { ChannelEvents } from "../../channel.ts";
import { isGroup, partyOf } from "./jids.ts";

const MAX_BYTES = 1024 * 1024;
const WITHIN_MS = 20_000;
/** There is no picture, or it is not visible to us. */
const NONE = new Set([401, 403, 404]);

/** Returns the URL of a person's picture; null when none is visible to us. */
export async function pictureUrl(sock: WASocket, jid: string): Promise<string | null> {
  try {
    return (await sock.profilePictureUrl(jid, "preview", WITHIN_MS)) ?? null;
  } catch (error) {
    if (NONE.has((error as { data?: number }).data ?? 0)) return null;
    throw error;
  }
}

/** Downloads a picture from the channel's own hosts only, because the server's answer chooses the address. */
export async function downloadPicture(url: string, toPath: string, media: AddressPolicy): Promise<void> {
  const { status, body } = await fetchUntrustedStream(url, { ...media, timeoutMs: WITHIN_MS, maxBytes: MAX_BYTES });
  if (status !== 200) throw new Error(`the picture request failed with status ${status}`);
  await pipeline(body, createWriteStream(toPath));
}

export function listenToPictures(sock: WASocket, onPictureChanged: ChannelEvents["onPictureChanged"]): void {
  sock.ev.on("contacts.update", (changes) => {
    for (const { id, imgUrl } of changes) {
      if (!id || imgUrl === undefined) continue;
      onPictureChanged({ party: partyOf([id]), ...(isGroup(id) && { group: id }) });
    }
  });
}
