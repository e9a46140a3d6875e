import { type MediaType, toldContent } from "../../contracts/messages.ts";
import type { OutboxRecord } from "../outbox/entry.ts";

/** The kind of a message with this file; text when there is none. */
export function mediaTypeOf(file: { mimetype: string } | null): MediaType {
  if (!file) return "chat";
  const family = file.mimetype.split("/")[0];
  return family === "image" || family === "audio" || family === "video" ? family : "document";
}

/** The kind and body of a message written on this device. */
export function writtenContent({ payload, file }: Extract<OutboxRecord, { type: "message.send" }>) {
  return toldContent(payload) ?? { mediaType: mediaTypeOf(file), body: payload.body ?? "" };
}
