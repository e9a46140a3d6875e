import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { utils, write } from "@e965/xlsx";

const folder = mkdtempSync(join(tmpdir(), "balcao-sheets-"));

/** Creates a spreadsheet file. `hidden`: the places of rows that a filter hides. `isSecond`: a hidden sheet stands before it. */
export function spreadsheetBytes(
  rows: unknown[][],
  kind: "xlsx" | "xls" | "ods" = "xlsx",
  { hidden = [], isSecond = false }: { hidden?: readonly number[]; isSecond?: boolean } = {},
): Buffer {
  const workbook = utils.book_new();
  const sheet = utils.aoa_to_sheet(rows);
  if (hidden.length > 0) sheet["!rows"] = rows.map((_, place) => ({ hidden: hidden.includes(place) }));
  if (isSecond) utils.book_append_sheet(workbook, utils.aoa_to_sheet([["Oculta"]]), "Oculta");
  utils.book_append_sheet(workbook, sheet, "Contatos");
  if (isSecond) workbook.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
  return write(workbook, {
    type: "buffer",
    bookType: kind === "xls" ? "biff8" : kind,
    bookSST: true,
    compression: true,
  });
}

export function givenFile(bytes: Uint8Array, name: string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

export type Expected = { created: number; updated: number; duplicate: number; bad: number };

/** Creates rows of contacts: 3 % are invalid and 2 % repeat a number. */
export function givenContactRows(count: number): { rows: unknown[][]; expected: Expected } {
  const rows: unknown[][] = [["Nome", "Número", "E-mail"]];
  const expected = { created: 0, updated: 0, duplicate: 0, bad: 0 };
  for (let n = 0; n < count; n++) {
    const number = 5531900000000 + 10_000_000 + n;
    const place = n % 100;
    if (place === 10) rows.push(["", number, ""]);
    else if (place === 20) rows.push([`Pessoa ${n}`, "12345", ""]);
    else if (place === 30) rows.push([`Pessoa ${n}`, `${number}123`, ""]);
    else if (place === 41 || place === 51) rows.push([`Outra ${n}`, number - 1, ""]);
    else rows.push([`Pessoa ${n}`, n % 2 ? number : `+${number}`, n % 3 ? "" : `p${n}@x.example`]);
    if ([10, 20, 30].includes(place)) expected.bad += 1;
    else if ([41, 51].includes(place)) expected.duplicate += 1;
    else expected.created += 1;
  }
  return { rows, expected };
}
