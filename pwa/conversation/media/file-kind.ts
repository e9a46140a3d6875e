import type { FileKind } from "../../../contracts/desk/messages.ts";

/** Returns how a file is sent, derived from its MIME type. */
export function fileKindOf(file: { type: string }): FileKind {
  const [family] = file.type.split("/");
  return family === "image" || family === "audio" || family === "video" ? family : "document";
}
