import { importLimits } from "../../../contracts/marketing/contact-imports.ts";
import { HEAD_ROWS } from "../../../contracts/marketing/import-head.ts";
import type { Row } from "./sheet-row.ts";

const separators = [";", "\t", "|", ","] as const;

/** Yields the rows of a text with separated values; quoted values may contain separators and line breaks. */
export function* csvRows(text: string): Generator<Row> {
  const named = /^sep=(.)\r?\n/i.exec(text);
  const separator = named?.[1] ?? separatorOf(text);
  let rowNumber = named ? 2 : 1;
  for (const cells of linesOf(text, named?.[0].length ?? 0, separator)) {
    yield { rowNumber, cells };
    rowNumber += 1;
  }
}

const HEAD_CHARACTERS = 65_536;

/**
 * Returns the separator that most of the first lines have equally often, outside quotes: lines above the headers have
 * none, and commas in an address are in some lines only.
 */
function separatorOf(text: string): string {
  const head = text.slice(0, HEAD_CHARACTERS).replaceAll(/"[^"]*"/g, "");
  const lines = head
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== "")
    .slice(0, HEAD_ROWS);
  let best = { separator: separators[0] as string, lines: 0, times: 0 };
  for (const separator of separators) {
    const byTimes = new Map<number, number>();
    for (const line of lines) {
      const times = line.split(separator).length - 1;
      if (times > 0) byTimes.set(times, (byTimes.get(times) ?? 0) + 1);
    }
    for (const [times, count] of byTimes)
      if (count > best.lines || (count === best.lines && times > best.times)) best = { separator, lines: count, times };
  }
  return best.separator;
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
