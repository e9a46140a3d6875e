import type { schema } from "../../../db/index.ts";
import type { OutgoingContent } from "./write-outgoing.ts";

/** Returns the message fields of an attached file. */
export function contentOfFile(file: typeof schema.files.$inferSelect): Omit<OutgoingContent, "id" | "body"> {
  return {
    mediaType: file.kind,
    fileId: file.id,
    mediaName: file.name,
    mediaMimetype: file.mimetype,
    mediaSize: file.size,
    mediaState: "ready",
  };
}
