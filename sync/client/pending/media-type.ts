import { type MediaType, type MessageMedia, toldContent } from "../../contracts/messages.ts";
import type { OutboxFile, OutboxRecord } from "../outbox/entry.ts";

/** The kind of a message with this file; text when there is none. */
export function mediaTypeOf(file: { mimetype: string } | null): MediaType {
  if (!file) return "chat";
  const family = file.mimetype.split("/")[0];
  return family === "image" || family === "audio" || family === "video" ? family : "document";
}

/** The kind and body of a message written on this device. A file that it did not upload is a quick reply's picture. */
export function writtenContent({ payload, file }: Extract<OutboxRecord, { type: "message.send" }>) {
  const mediaType = payload.fileId && !file ? "image" : mediaTypeOf(file);
  return toldContent(payload) ?? { mediaType, body: payload.body ?? "" };
}

/** The device knows only the id of a file that the server already has. */
export function mediaOf(file: OutboxFile | null, fileId: string | null): MessageMedia | null {
  if (fileId === null) return null;
  const { name, mimetype, size } = file ?? { name: "", mimetype: "", size: 0 };
  return { fileId, name, mimetype, size, seconds: null, waveform: null, state: "ready" };
}
