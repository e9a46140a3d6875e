import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import type { WASocket } from "@whiskeysockets/baileys";
import type { ChannelEvents } from "../channel.ts";
import { atMost, type MediaHosts } from "./fetch-media.ts";
import { isGroup, partyOf } from "./jids.ts";

const MOST_BYTES = 1024 * 1024;
const WITHIN_MS = 20_000;
/** Nobody has one there, or not for us. */
const NONE = new Set([401, 403, 404]);

/** Where the channel keeps what somebody shows to us now; null: they show none. */
export async function pictureUrl(sock: WASocket, jid: string): Promise<string | null> {
  try {
    return (await sock.profilePictureUrl(jid, "preview", WITHIN_MS)) ?? null;
  } catch (error) {
    if (NONE.has((error as { data?: number }).data ?? 0)) return null;
    throw error;
  }
}

/** From the channel's own hosts alone: whoever answers chooses the address. */
export async function downloadPicture(url: string, toPath: string, isMediaHost: MediaHosts): Promise<void> {
  const { protocol, host } = new URL(url);
  if (protocol !== "https:" || !isMediaHost(host)) throw new Error(`a picture is said to be at ${host}`);
  const answer = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(WITHIN_MS) });
  if (!answer.ok || !answer.body) throw new Error(`a picture was answered with ${answer.status}`);
  await pipeline(Readable.fromWeb(answer.body as ReadableStream), atMost(MOST_BYTES), createWriteStream(toPath));
}

export function listenToPictures(sock: WASocket, tell: ChannelEvents["onPictureChanged"]): void {
  sock.ev.on("contacts.update", (changes) => {
    for (const { id, imgUrl } of changes) {
      if (!id || imgUrl === undefined) continue;
      tell({ party: partyOf([id]), ...(isGroup(id) && { group: id }) });
    }
  });
}
