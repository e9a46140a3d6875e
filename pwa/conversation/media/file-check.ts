import { type FileKind, fileLimits, MebiByte } from "../../../contracts/desk/messages.ts";
import { fileKindOf } from "./file-kind.ts";

export type FileProblem = { name: string; kind: FileKind; limitMb: number } | { name: string; kind: "empty" };

/** Returns why a file cannot be sent, before anything is queued; null when it can. */
export function fileProblem(
  file: { name: string; type: string; size: number },
  limits: Record<FileKind, number> = fileLimits,
): FileProblem | null {
  if (file.size === 0) return { name: file.name, kind: "empty" };
  const kind = fileKindOf(file);
  return file.size > limits[kind] ? { name: file.name, kind, limitMb: limits[kind] / MebiByte } : null;
}

const units = ["B", "KB", "MB", "GB"] as const;

/** Formats a size in one rounded figure: "38 MB", "412 KB". */
export function fileSize(bytes: number, locale: string): string {
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  const digits = power > 0 && value < 10 ? 1 : 0;
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value)} ${units[power]}`;
}
