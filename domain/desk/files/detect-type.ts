import { Readable } from "node:stream";
import { fileTypeFromBuffer, fileTypeFromStream } from "file-type";
import type { FileKind } from "../../../contracts/desk/messages.ts";

export type DetectedType = { mimetype: string; kind: FileKind };

/** The bytes that file-type needs to detect a type. */
export const HEAD_BYTES = 64 * 1024;

/** Programs and installers are refused. */
const refused = new Set([
  "application/x-msdownload",
  "application/x-elf",
  "application/x-mach-binary",
  "application/x-msi",
  "application/x-sharedlib",
  "application/vnd.android.package-archive",
  "application/x-ms-shortcut",
]);

const kindByExtension: Record<string, FileKind> = {
  ...Object.fromEntries(["jpg", "jpeg", "png", "gif", "webp", "avif", "bmp"].map((ext) => [ext, "image"])),
  ...Object.fromEntries(["mp3", "ogg", "oga", "opus", "m4a", "wav", "aac", "amr"].map((ext) => [ext, "audio"])),
  ...Object.fromEntries(["mp4", "mov", "3gp", "mkv", "avi"].map((ext) => [ext, "video"])),
};

export const unknownType = "application/octet-stream";

/** Detects by the first bytes; with the whole content, reads as much of it as needed. */
export async function detectMimetype(head: Uint8Array, content?: Readable): Promise<string> {
  const found = content ? await typeOf(content) : await fileTypeFromBuffer(head);
  return withoutPicture(head, found?.mime ?? textType(head));
}

async function typeOf(content: Readable) {
  try {
    return await fileTypeFromStream(Readable.toWeb(content));
  } finally {
    content.destroy();
  }
}

/** Returns the type of a file with this content and name; null when it is refused, or when content and name differ. */
export function acceptType(mimetype: string, name: string): DetectedType | null {
  if (refused.has(mimetype)) return null;
  const kind = kindOf(mimetype);
  const promised = kindByExtension[/\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? ""];
  const isAsPromised = !promised || promised === kind || (promised === "video" && kind === "audio");
  return isAsPromised || isRecording(promised, mimetype) ? { mimetype, kind } : null;
}

/** Containers for both: a recorded voice may be detected as video, and the other way round. */
function isRecording(promised: FileKind, mimetype: string): boolean {
  return promised === "audio" && /^(audio|video)\/(webm|mp4|ogg|3gpp)/.test(mimetype);
}

function kindOf(mimetype: string): FileKind {
  const [family, kind] = mimetype.split("/");
  // SVG can carry script and some formats are not shown by browsers: those are documents. HEIC pictures are converted
  // before; one that could not be converted stays a document.
  if (family === "image" && !/svg|tiff|vnd|x-|hei[cf]/.test(kind ?? "")) return "image";
  if (family === "audio") return "audio";
  return family === "video" ? "video" : "document";
}

/** A recorded voice comes in a video container without a video track. */
function withoutPicture(head: Uint8Array, mimetype: string): string {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString("latin1");
  if (mimetype === "video/webm" && text.includes("A_OPUS") && !text.includes("V_")) return "audio/webm";
  if (mimetype === "video/mp4" && text.includes("soun") && !text.includes("vide")) return "audio/mp4";
  return mimetype;
}

/** Text has no signature: valid UTF-8 without zero bytes. */
function textType(head: Uint8Array): string {
  const text = new TextDecoder("utf-8").decode(head, { stream: true });
  if (head.includes(0) || text.includes("\uFFFD")) return unknownType;
  const start = text.trimStart().slice(0, 1024).toLowerCase();
  if (/<svg[\s>]/.test(start)) return "image/svg+xml";
  return /<(!doctype html|html|head|body|script)[\s>]/.test(start) ? "text/html" : "text/plain";
}
