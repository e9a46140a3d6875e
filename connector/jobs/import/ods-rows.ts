import type { Entry, ZipFile } from "yauzl";
import { importLimits } from "../../../contracts/marketing/contact-imports.ts";
import { ImportRefused } from "./import-refused.ts";
import { numberText, type Row } from "./sheet-row.ts";
import { type OnTag, parsed } from "./zip-xml.ts";

/** Empty rows and cells at the end of a sheet are one element with a large number of repetitions. */
const repeated = (attributes: ReadonlyMap<string, string>, name: string) =>
  Math.max(1, Math.trunc(Number(attributes.get(name) ?? 1)) || 1);

/** Yields the rows of the first sheet of an OpenDocument spreadsheet while it is unpacked. */
export async function* odsRows(zip: ZipFile, entries: ReadonlyMap<string, Entry>): AsyncGenerator<Row> {
  const content = entries.get("content.xml");
  if (!content) throw new ImportRefused("ERR_IMPORT_UNREADABLE");
  const sheet = readSheet();
  for await (const _ of parsed(await zip.openReadStreamPromise(content), sheet)) yield* sheet.take();
  yield* sheet.take();
}

/** Handles the tags of a sheet; `take` returns the rows that were finished since its last call. */
function readSheet() {
  let ready: Row[] = [];
  let rowNumber = 1;
  let row = { cells: [] as string[], times: 1, isHidden: false };
  let cell = { times: 1, value: "", paragraphs: [] as string[] };
  let tables = 0;
  // Sheets are hidden by their styles, which stand before them.
  let style = "";
  const hiddenStyles = new Set<string>();
  // Tags inside a note or a drawing of a cell do not belong to its text.
  let skips = 0;
  let isText = false;

  const onOpen: OnTag = (name, attributes) => {
    if (name === "style") style = attributes.get("name") ?? "";
    if (name === "table-properties" && attributes.get("display") === "false") hiddenStyles.add(style);
    if (name === "table" && (tables > 0 || !hiddenStyles.has(attributes.get("style-name") ?? ""))) tables += 1;
    if (tables !== 1) return;
    if (name === "annotation" || name === "shapes") skips += 1;
    if (skips > 0) return;
    if (name === "table-row") {
      const isHidden = ["filter", "collapse"].includes(attributes.get("visibility") ?? "");
      row = { cells: [], times: repeated(attributes, "number-rows-repeated"), isHidden };
    }
    if (name === "table-cell" || name === "covered-table-cell") {
      const isNumber = attributes.get("value-type") === "float";
      const value = isNumber ? numberText(attributes.get("value") ?? "") : "";
      cell = { times: repeated(attributes, "number-columns-repeated"), value, paragraphs: [] };
    }
    if (name === "p") {
      cell.paragraphs.push("");
      isText = true;
    }
    if (name === "s") add(" ".repeat(Math.min(repeated(attributes, "c"), importLimits.cellCharacters)));
    if (name === "tab") add(" ");
  };

  function add(text: string) {
    const last = cell.paragraphs.length - 1;
    if (isText && skips === 0 && last >= 0 && text.length > 0) cell.paragraphs[last] += text;
  }

  function onClose(name: string) {
    if (tables !== 1) return;
    if (name === "annotation" || name === "shapes") skips -= 1;
    if (skips > 0) return;
    if (name === "p") isText = false;
    if (name === "table-cell" || name === "covered-table-cell") {
      const text = (cell.value || cell.paragraphs.join("\n")).slice(0, importLimits.cellCharacters);
      const times = Math.min(cell.times, importLimits.columns - row.cells.length);
      for (let time = 0; time < times; time++) row.cells.push(text);
    }
    if (name === "table-row") {
      const isEmpty = row.cells.every((text) => text.trim() === "");
      const times = isEmpty ? 0 : Math.min(row.times, importLimits.rows + 1);
      const { cells, isHidden } = row;
      for (let time = 0; time < times; time++)
        ready.push({ rowNumber: rowNumber + time, cells, ...(isHidden && { isHidden }) });
      rowNumber += row.times;
    }
  }

  function take(): Row[] {
    const rows = ready;
    ready = [];
    return rows;
  }

  return { onOpen, onText: add, onClose, take };
}
