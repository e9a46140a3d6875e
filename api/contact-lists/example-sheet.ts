export const SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const rows = [
  ["Nome", "Número", "E-mail"],
  ["Helena Sampaio", "+55 31 98888-0001", "helena@exemplo.com.br"],
  ["Rui Prado", "(11) 97777-0002", ""],
  ["Nina Alves", "5521966660003", "nina@exemplo.com.br"],
];

let made: Promise<Uint8Array<ArrayBuffer>> | undefined;

/** Returns a spreadsheet that imports without a rejected row. The library is loaded with the first download. */
export function exampleSheet(): Promise<Uint8Array<ArrayBuffer>> {
  made ??= makeSheet();
  return made;
}

async function makeSheet() {
  const { utils, write } = await import("@e965/xlsx");
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet(rows);
  sheet["!cols"] = [{ wch: 28 }, { wch: 22 }, { wch: 28 }];
  utils.book_append_sheet(book, sheet, "Lista");
  return new Uint8Array(write(book, { type: "array", bookType: "xlsx" }));
}
