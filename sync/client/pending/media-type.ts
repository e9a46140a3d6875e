import { type MediaType, toldContent } from "../../contracts/messages.ts";
import type { OutboxRecord } from "../outbox/entry.ts";

/** What a file will be as a message; text when there is none. */
export function mediaTypeOf(file: { mimetype: string } | null): MediaType {
  if (!file) return "chat";
  const family = file.mimetype.split("/")[0];
  return family === "image" || family === "audio" || family === "video" ? family : "document";
}

/** What a message that this device wrote will be. */
export function writtenContent({ payload, file }: Extract<OutboxRecord, { type: "message.send" }>) {
  return toldContent(payload) ?? { mediaType: mediaTypeOf(file), body: payload.body ?? "" };
}
