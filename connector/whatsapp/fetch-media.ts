import { createWriteStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  downloadContentFromMessage,
  normalizeMessageContent,
  proto,
  type WAMessage,
  type WASocket,
} from "@whiskeysockets/baileys";
import * as v from "valibot";
import { fileLimits } from "../../sync/contracts/messages.ts";
import { mediaPartOf } from "./message-content.ts";

const Raw = v.object({ attrs: v.record(v.string(), v.string()), message: v.string() });
const MOST_BYTES = Math.max(...Object.values(fileLimits));

/** The link is dead, and only the sender's phone can make another: that needs the connection. */
export class MediaExpired extends Error {}

export type MediaHosts = (host: string) => boolean;

/** Downloads and decrypts what a stored message refers to. Works in any process: the link carries all that is needed. */
export async function downloadMedia(raw: Record<string, unknown>, toPath: string, isMediaHost: MediaHosts) {
  await download(readRaw(raw).message, toPath, isMediaHost);
}

/**
 * The same, and when the link has expired the sender's phone uploads the file again. The library's own way of asking
 * never triggers: it looks for the status in another place than its errors carry it.
 */
export async function fetchMedia(
  sock: WASocket,
  raw: Record<string, unknown>,
  toPath: string,
  isMediaHost: MediaHosts,
) {
  const message = readRaw(raw);
  try {
    await download(message.message, toPath, isMediaHost);
  } catch (error) {
    if (!(error instanceof MediaExpired)) throw error;
    await sock.refreshMediaConn();
    await sock.updateMediaMessage(message);
    await download(message.message, toPath, isMediaHost);
  }
}

function readRaw(raw: Record<string, unknown>): WAMessage & { message: proto.IMessage } {
  const { attrs, message } = v.parse(Raw, raw);
  const decoded = proto.Message.decode(Buffer.from(message, "base64"));
  const key = {
    remoteJid: attrs.recipient ?? attrs.from,
    id: attrs.id,
    fromMe: attrs.recipient !== undefined,
    participant: attrs.participant,
  };
  return { key, message: decoded.deviceSentMessage?.message ?? decoded };
}

async function download(message: proto.IMessage, toPath: string, isMediaHost: MediaHosts): Promise<void> {
  const found = mediaPartOf(normalizeMessageContent(message) ?? {});
  if (!found) throw new Error("the stored message carries no media");
  const { cipher, part } = found;
  const host = URL.parse(part.url ?? "")?.host;
  const url = host && isMediaHost(host) ? part.url : undefined;
  try {
    const stream = await downloadContentFromMessage({ ...part, url }, cipher, {});
    await pipeline(stream, atMost(MOST_BYTES), createWriteStream(toPath));
  } catch (error) {
    const status = (error as { output?: { statusCode?: number } }).output?.statusCode;
    if (status === 404 || status === 410) throw new MediaExpired("the link has expired", { cause: error });
    throw error;
  }
}

export function atMost(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > bytes) done(new Error(`media larger than ${bytes} bytes`));
      else done(null, chunk);
    },
  });
}
