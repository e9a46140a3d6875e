import { readFileSync } from "node:fs";
import { read, utils, type WorkBook } from "@e965/xlsx";
import { importLimits } from "../../../contracts/marketing/contact-imports.ts";
import { ImportRefused } from "./import-refused.ts";
import { numberText, type Row } from "./sheet-row.ts";

/** Yields the rows of the first sheet of the older format, which can only be read as a whole. */
export function* xlsRows(path: string): Generator<Row> {
  const workbook = open(readFileSync(path));
  if (workbook.vbaraw) throw new ImportRefused("ERR_IMPORT_MACROS");
  const shown = workbook.SheetNames.findIndex((_, place) => !workbook.Workbook?.Sheets?.[place]?.Hidden);
  const sheet = workbook.Sheets[workbook.SheetNames[Math.max(0, shown)] ?? ""];
  if (!sheet) throw new ImportRefused("ERR_IMPORT_UNREADABLE");
  const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: "", blankrows: true });
  // Without blank rows at its beginning, the sheet begins later.
  const first = utils.decode_range(sheet["!ref"] ?? "A1").s.r;
  for (const [place, cells] of rows.entries()) {
    const isHidden = sheet["!rows"]?.[first + place]?.hidden === true;
    const row = { rowNumber: place + 1, cells: cells.slice(0, importLimits.columns).map(cellText) };
    yield isHidden ? { ...row, isHidden } : row;
  }
}

function open(bytes: Buffer): WorkBook {
  try {
    return read(bytes, {
      type: "buffer",
      dense: true,
      bookVBA: true,
      cellHTML: false,
      cellFormula: false,
      cellStyles: true,
    });
  } catch (cause) {
    // An encrypted or truncated file, or another program's document in the same container format.
    throw new ImportRefused("ERR_IMPORT_UNREADABLE", { cause });
  }
}

const cellText = (value: unknown) =>
  (typeof value === "number" ? numberText(String(value)) : String(value ?? "")).slice(0, importLimits.cellCharacters);
