import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { importLimits } from "../../../sync/contracts/contact-imports.ts";
import { ImportRefused } from "./import-refused.ts";
import type { Row } from "./sheet-row.ts";

const separators = [";", ",", "\t", "|"] as const;

/** Yields the rows of a text file with separated values; quoted values may contain separators and line breaks. */
export function* csvRows(path: string): Generator<Row> {
  const text = decode(readFileSync(path));
  const named = /^sep=(.)\r?\n/i.exec(text);
  const separator = named?.[1] ?? separatorOf(text);
  let rowNumber = named ? 2 : 1;
  for (const cells of linesOf(text, named?.[0].length ?? 0, separator)) {
    yield { rowNumber, cells };
    rowNumber += 1;
  }
}

/** Reads UTF-8, UTF-16 with a byte order mark, and otherwise Windows-1252, as older spreadsheet programs write it. */
function decode(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString("hex");
  if (mark === "fffe") return new TextDecoder("utf-16le").decode(bytes);
  if (mark === "feff") return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.includes(0)) throw new ImportRefused("ERR_IMPORT_UNREADABLE");
  return new TextDecoder(isUtf8(bytes) ? "utf-8" : "windows-1252").decode(bytes);
}

/** Returns the separator that is most frequent in the first line, outside quotes. */
function separatorOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text.trimStart())?.[0].replaceAll(/"[^"]*"/g, "") ?? "";
  const count = (separator: string) => line.split(separator).length;
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** Splits into lines of cells. A quote in the middle of an unquoted value is text. */
function* linesOf(text: string, from: number, separator: string): Generator<string[]> {
  let cells: string[] = [];
  let place = from;
  while (place < text.length) {
    const { value, end } = text[place] === '"' ? quoted(text, place, separator) : plain(text, place, separator);
    if (cells.length < importLimits.columns) cells.push(value.slice(0, importLimits.cellCharacters));
    const isLineEnd = text[end] !== separator;
    place = end + (text.startsWith("\r\n", end) ? 2 : 1);
    if (!isLineEnd && place < text.length) continue;
    yield cells;
    cells = [];
  }
}

type Cell = { value: string; end: number };

function plain(text: string, start: number, separator: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end += 1;
  return { value: text.slice(start, end), end };
}

/** A doubled quote is a quote; text between the closing quote and the separator is kept. */
function quoted(text: string, start: number, separator: string): Cell {
  let value = "";
  let place = start + 1;
  for (;;) {
    const quote = text.indexOf('"', place);
    if (quote < 0) return { value: value + text.slice(place), end: text.length };
    value += text.slice(place, quote);
    place = quote + 1;
    if (text[place] !== '"') break;
    value += '"';
    place += 1;
  }
  const rest = plain(text, place, separator);
  return { value: value + rest.value, end: rest.end };
}
