import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { HEAD_ROWS } from "../../../contracts/marketing/import-head.ts";
import { cardRows } from "./card-rows.ts";
import { csvRows } from "./csv-rows.ts";
import { ImportRefused } from "./import-refused.ts";
import type { Row } from "./sheet-row.ts";

/** Returns the rows of a text file: separated values, or a phone's contact cards. Refuses every other kind of text. */
export function textRows(path: string): Iterable<Row> {
  const text = decode(readFileSync(path));
  if (/^\s*BEGIN:VCARD/i.test(text)) return cardRows(text);
  if (isOtherText(text) || isOneColumn(text)) throw new ImportRefused("ERR_IMPORT_UNREADABLE");
  return csvRows(text);
}

/** Reads UTF-8, UTF-16 with a byte order mark, and otherwise Windows-1252, as older spreadsheet programs write it. */
function decode(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString("hex");
  if (mark === "fffe") return new TextDecoder("utf-16le").decode(bytes);
  if (mark === "feff") return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.includes(0)) throw new ImportRefused("ERR_IMPORT_UNREADABLE");
  return new TextDecoder(isUtf8(bytes) ? "utf-8" : "windows-1252").decode(bytes);
}

const HEAD_CHARACTERS = 4_096;

/** Texts of other programs. A mark at the end of files of old programs (U+001A) is allowed. */
const others = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an archive or a picture
  /[\u0001-\u0008\u000E-\u0019\u001B-\u001F]/,
  /^(?:MZ|%PDF|%!PS|GIF8|\{\\rtf|#!|BEGIN:|Rar!|7z\u00BC)/i, // programs, documents, calendars
  /^</, // web pages, XML and pictures in SVG
  /^\{\s*["}]|^\[\s*(?:[[{"\]\d-]|true|false|null)/, // JSON, and the history of a conversation
  /^(?:--|\/\*|CREATE\s+TABLE|INSERT\s+INTO|DROP\s+TABLE|PRAGMA\s)/i, // SQL
  /^(?:version: \d\s+)?dn: /i, // LDIF
];

/** Lines that only a stored mail has. */
const MAIL = /^(?:Return-Path|Received|Message-ID|MIME-Version|Content-Transfer-Encoding|DKIM-Signature):/im;

function isOtherText(text: string): boolean {
  const head = text.slice(0, HEAD_CHARACTERS).trimStart();
  return others.some((kind) => kind.test(head)) || (/^[A-Za-z][A-Za-z-]*:/.test(head) && MAIL.test(head));
}

/** Whether no row has a second column: a letter, a log, or a list that has no names beside its numbers. */
function isOneColumn(text: string): boolean {
  let read = 0;
  for (const { cells } of csvRows(text)) {
    const filled = cells.filter((cell) => cell.trim() !== "").length;
    if (filled > 1) return false;
    if (filled > 0) read += 1;
    if (read === HEAD_ROWS) return true;
  }
  return read > 0;
}
