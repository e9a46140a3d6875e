import type { Readable } from "node:stream";
import { SaxesParser } from "saxes";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { importLimits } from "../../../sync/contracts/contact-imports.ts";
import { MebiByte } from "../../../sync/contracts/messages.ts";
import { Refused } from "./refused.ts";

/** The maximum unpacked size: more than a spreadsheet of the allowed size needs, less than a zip bomb. */
const MOST_UNPACKED = 200 * MebiByte;
const MOST_ENTRIES = 2_000;
/** The maximum of characters between two tags, or within one. A cell has 32,767 at most. */
const MOST_UNPARSED = 1024 * 1024;
const MOST_SHARED_CHARACTERS = 32 * MebiByte;

export type Row = { rowNumber: number; cells: string[] };

/** Yields the rows of the first sheet while it is unpacked: the sheet is never wholly in memory. */
export async function* xlsxRows(path: string): AsyncGenerator<Row> {
  const zip = await openZip(path);
  try {
    const entries = await listEntries(zip);
    const sheet = await firstSheet(zip, entries);
    const shared = await sharedTexts(zip, entries.get("xl/sharedStrings.xml"));
    yield* sheetRows(await zip.openReadStreamPromise(sheet), shared);
  } finally {
    zip.close();
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
  } catch (cause) {
    throw new Refused("ERR_IMPORT_UNREADABLE", { cause });
  }
}

/** Returns the entries by name. The declared sizes are checked here, and enforced while an entry is read. */
async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    entries.set(entry.fileName, entry);
    if (unpacked > MOST_UNPACKED || entries.size > MOST_ENTRIES) throw new Refused("ERR_IMPORT_TOO_LARGE");
    if (/vbaProject\.bin$/i.test(entry.fileName)) throw new Refused("ERR_IMPORT_MACROS");
  }
  return entries;
}

/** Returns the sheet that is shown first, which need not be the first file. */
async function firstSheet(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<Entry> {
  let sheetId: string | undefined;
  let target: string | undefined;
  await eachTag(zip, entries.get("xl/workbook.xml"), (name, attributes) => {
    if (name === "sheet") sheetId ??= attributes.get("id");
  });
  await eachTag(zip, entries.get("xl/_rels/workbook.xml.rels"), (name, attributes) => {
    if (name === "Relationship" && attributes.get("Id") === sheetId) target ??= attributes.get("Target");
  });
  const path = target?.startsWith("/") ? target.slice(1) : `xl/${target}`;
  const sheet = entries.get(path);
  if (!sheetId || !sheet) throw new Refused("ERR_IMPORT_UNREADABLE");
  return sheet;
}

type OnTag = (name: string, attributes: ReadonlyMap<string, string>) => void;

async function eachTag(zip: ZipFile, entry: Entry | undefined, onTag: OnTag): Promise<void> {
  if (!entry) throw new Refused("ERR_IMPORT_UNREADABLE");
  for await (const _ of parsed(await zip.openReadStreamPromise(entry), { onOpen: onTag })) {
    // `onTag` processes the tags.
  }
}

async function sharedTexts(zip: ZipFile, entry: Entry | undefined): Promise<string[]> {
  const texts: string[] = [];
  if (!entry) return texts;
  let characters = 0;
  let text = "";
  let skips = 0;
  let isText = false;
  const parts = parsed(await zip.openReadStreamPromise(entry), {
    onOpen(name) {
      if (name === "si") text = "";
      if (name === "rPh") skips += 1; // phonetic text
      isText = name === "t" && skips === 0;
    },
    onText(part) {
      if (isText) text += part;
    },
    onClose(name) {
      if (name === "rPh") skips -= 1;
      if (name === "t") isText = false;
      if (name !== "si") return;
      const kept = text.slice(0, importLimits.cellCharacters);
      characters += kept.length;
      texts.push(kept);
      if (characters > MOST_SHARED_CHARACTERS) throw new Refused("ERR_IMPORT_TOO_LARGE");
    },
  });
  for await (const _ of parts) {
    // The handlers process the tags.
  }
  return texts;
}

async function* sheetRows(stream: Readable, shared: readonly string[]): AsyncGenerator<Row> {
  let ready: Row[] = [];
  let row: Row = { rowNumber: 0, cells: [] };
  let column = -1;
  let type = "";
  let value = "";
  let isValue = false;
  const parts = parsed(stream, {
    onOpen(name, attributes) {
      if (name === "row") {
        row = { rowNumber: Number(attributes.get("r") ?? row.rowNumber + 1), cells: [] };
        column = -1;
      } else if (name === "c") {
        column = columnOf(attributes.get("r")) ?? column + 1;
        type = attributes.get("t") ?? "n";
        value = "";
      } else isValue = name === "v" || name === "t";
    },
    onText(part) {
      if (isValue) value += part;
    },
    onClose(name) {
      if (name === "v" || name === "t") isValue = false;
      else if (name === "c" && column < importLimits.columns) row.cells[column] = cellText(type, value, shared);
      else if (name === "row") ready.push({ ...row, cells: Array.from(row.cells, (cell) => cell ?? "") });
    },
  });
  for await (const _ of parts) {
    const rows = ready;
    ready = [];
    yield* rows;
  }
  yield* ready;
}

/** Returns the zero-based column: "C7" is column 2. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  if (!letters) return null;
  return [...letters].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellText(type: string, value: string, shared: readonly string[]): string {
  const text = type === "s" ? (shared[Number(value)] ?? "") : type === "n" ? numberText(value) : value;
  return text.slice(0, importLimits.cellCharacters);
}

/** Converts exponent notation to digits: 5.531955500148E12 is a phone number. */
export function numberText(value: string): string {
  const number = Number(value);
  return value !== "" && Number.isSafeInteger(number) ? String(number) : value;
}

type Handlers = { onOpen: OnTag; onText?: (text: string) => void; onClose?: (name: string) => void };

/** Parses the stream and yields after each chunk; handlers get names without their namespace prefix. */
async function* parsed(stream: Readable, { onOpen, onText, onClose }: Handlers): AsyncGenerator<void> {
  const parser = new SaxesParser();
  let unparsed = 0;
  const plain = (name: string) => name.slice(name.indexOf(":") + 1);
  parser.on("opentag", ({ name, attributes }) => {
    unparsed = 0;
    onOpen(plain(name), new Map(Object.entries(attributes).map(([key, value]) => [plain(key), String(value)])));
  });
  parser.on("text", (text) => onText?.(text));
  parser.on("cdata", (text) => onText?.(text));
  parser.on("closetag", ({ name }) => {
    unparsed = 0;
    onClose?.(plain(name));
  });
  parser.on("error", (cause) => {
    throw new Refused("ERR_IMPORT_UNREADABLE", { cause });
  });
  stream.setEncoding("utf8");
  try {
    for await (const part of stream) {
      const text = part as string;
      unparsed += text.length;
      parser.write(text);
      // The parser buffers a tag, an attribute or a text until its end: a very long one would fill the memory.
      if (unparsed > MOST_UNPARSED) throw new Refused("ERR_IMPORT_TOO_LARGE");
      yield;
    }
  } catch (cause) {
    // The bytes contradict the archive's directory.
    throw cause instanceof Refused ? cause : new Refused("ERR_IMPORT_UNREADABLE", { cause });
  }
  parser.close();
}
