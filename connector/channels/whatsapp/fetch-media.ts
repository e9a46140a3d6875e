import { createWriteStream } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { proto, type WAMessage, type WASocket } from "@whiskeysockets/baileys";
import * as v from "valibot";
import { fileLimits } from "../../../contracts/desk/messages.ts";
import type { MediaHosts } from "../../config.ts";
import { MediaExpired } from "../../media/media-expired.ts";
import { readMediaBlob } from "./media-blob.ts";
import { hasStill, mediaPartOf } from "./reading/message-content.ts";
import { unwrapped } from "./reading/message-kinds.ts";

const Raw = v.object({ attrs: v.record(v.string(), v.string()), message: v.string() });
const MAX_BYTES = Math.max(...Object.values(fileLimits));
const TIMEOUT_MS = 5 * 60_000;

/**
 * Downloads and decrypts the media of a stored message. Works in any process, because the link contains everything
 * needed.
 */
export async function downloadMedia(raw: Record<string, unknown>, toPath: string, hosts: MediaHosts) {
  await download(readRaw(raw).message, toPath, hosts);
}

/**
 * Like `downloadMedia`, and asks the sender's phone to upload the file again when the link has expired. The library's
 * own retry never runs: it reads the status from a field that its errors do not have.
 */
export async function fetchMedia(sock: WASocket, raw: Record<string, unknown>, toPath: string, hosts: MediaHosts) {
  const message = readRaw(raw);
  try {
    await download(message.message, toPath, hosts);
  } catch (error) {
    if (!(error instanceof MediaExpired)) throw error;
    await sock.refreshMediaConn();
    await sock.updateMediaMessage(message);
    await download(message.message, toPath, hosts);
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

/** Creates the file at `toPath` only when its MAC is right. */
async function download(message: proto.IMessage, toPath: string, hosts: MediaHosts): Promise<void> {
  const found = mediaPartOf(unwrapped(message));
  if (found && hasStill(found.part)) return writeFile(toPath, found.part.pngThumbnail ?? "");
  if (!found?.part.mediaKey) throw new Error("the stored message has no media");
  const { cipher, part } = found;
  const content = readMediaBlob(part, cipher, { ...hosts, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
  const unchecked = `${toPath}.part`;
  try {
    await pipeline(content, createWriteStream(unchecked));
    await rename(unchecked, toPath);
  } finally {
    await rm(unchecked, { force: true });
  }
}
