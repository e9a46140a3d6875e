import { type MediaType, toldContent } from "../../contracts/messages.ts";
import type { OutboxRecord } from "../outbox/entry.ts";

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
