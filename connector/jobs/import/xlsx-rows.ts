import type { Readable } from "node:stream";
import type { Entry, ZipFile } from "yauzl";
import { MebiByte } from "../../../contracts/desk/messages.ts";
import { importLimits } from "../../../contracts/marketing/contact-imports.ts";
import { ImportRefused } from "./import-refused.ts";
import { numberText, type Row } from "./sheet-row.ts";
import { eachTag, parsed } from "./zip-xml.ts";

const MAX_SHARED_CHARACTERS = 32 * MebiByte;

/** Yields the rows of the first sheet while it is unpacked: the sheet is never wholly in memory. */
export async function* xlsxRows(zip: ZipFile, entries: ReadonlyMap<string, Entry>): AsyncGenerator<Row> {
  const sheet = await firstSheet(zip, entries);
  const shared = await sharedTexts(zip, entries.get("xl/sharedStrings.xml"));
  yield* sheetRows(await zip.openReadStreamPromise(sheet), shared);
}

const isTrue = (flag: string | undefined) => flag === "1" || flag === "true";

/** Returns the sheet that is shown first, which need not be the first file. Hidden sheets are not shown. */
async function firstSheet(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<Entry> {
  let sheetId: string | undefined;
  let hiddenId: string | undefined;
  let target: string | undefined;
  await eachTag(zip, entries.get("xl/workbook.xml"), (name, attributes) => {
    if (name !== "sheet") return;
    if (/hidden$/i.test(attributes.get("state") ?? "")) hiddenId ??= attributes.get("id");
    else sheetId ??= attributes.get("id");
  });
  sheetId ??= hiddenId;
  await eachTag(zip, entries.get("xl/_rels/workbook.xml.rels"), (name, attributes) => {
    if (name === "Relationship" && attributes.get("Id") === sheetId) target ??= attributes.get("Target");
  });
  const path = target?.startsWith("/") ? target.slice(1) : `xl/${target}`;
  const sheet = entries.get(path);
  if (!sheetId || !sheet) throw new ImportRefused("ERR_IMPORT_UNREADABLE");
  return sheet;
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
      if (characters > MAX_SHARED_CHARACTERS) throw new ImportRefused("ERR_IMPORT_TOO_LARGE");
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
        row = {
          ...{ rowNumber: Number(attributes.get("r") ?? row.rowNumber + 1), cells: [] },
          ...(isTrue(attributes.get("hidden")) && { isHidden: true }),
        };
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
