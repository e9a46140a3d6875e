import { isEmail } from "../emails.ts";

/** The rows at the beginning of a file among which the headers are looked for, and from which a person chooses. */
export const HEAD_ROWS = 20;
/** The number of the row with the headers of a file without any: its first row is a person. */
export const NO_HEADERS = 0;

/** A row of a spreadsheet; `rowNumber` counts from 1. `isHidden`: the spreadsheet hides it. */
export type HeadRow = { rowNumber: number; cells: string[]; isHidden?: boolean | undefined };

/** Usual column headers, in lower case without accents. */
const headerNames = {
  name: ["nome", "name", "nombre", "contato", "contacto", "contact"],
  number: ["numero", "number", "telefone", "telefono", "phone", "celular", "whatsapp", "fone"],
  email: ["email", "e-mail", "correo", "mail"],
  areaCode: ["ddd", "codigo de area", "area code", "codigo area", "prefixo"],
};
const allNames = Object.values(headerNames).flat();

/** The columns of a file; null: not recognised. */
export type GuessedColumns = Record<keyof typeof headerNames, number | null>;

const plain = (header: string) =>
  header
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .trim()
    .toLowerCase();

/** Returns the columns with such headers; null where there is none. */
export function guessMapping(headers: readonly string[]): GuessedColumns {
  const given = headers.map(plain);
  const find = (names: string[]) => {
    const exact = given.findIndex((header) => names.includes(header));
    const place = exact >= 0 ? exact : given.findIndex((header) => names.some((name) => header.startsWith(name)));
    return place >= 0 ? place : null;
  };
  return {
    name: find(headerNames.name),
    number: find(headerNames.number),
    email: find(headerNames.email),
    areaCode: find(headerNames.areaCode),
  };
}

/** Returns the columns by their headers, or by their cells when the file has no headers. */
export function guessColumns(head: readonly HeadRow[], headerRow: number): GuessedColumns {
  if (headerRow !== NO_HEADERS) return guessMapping(head.find((row) => row.rowNumber === headerRow)?.cells ?? []);
  const taken = new Set<number>();
  /** Returns the free column with the most such cells. */
  const find = (isSuch: (cell: string) => boolean) => {
    const counts = new Map<number, number>();
    for (const { cells } of head)
      for (const [column, cell] of cells.entries())
        if (!taken.has(column) && isSuch(cell.trim())) counts.set(column, (counts.get(column) ?? 0) + 1);
    const [best] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    if (!best) return null;
    taken.add(best[0]);
    return best[0];
  };
  const number = find(isLikePhone);
  const email = find(isEmail);
  return { name: find((cell) => /\p{L}/u.test(cell)), number, email, areaCode: null };
}

/** Words that people write before a number. */
const LABEL = /^(?:tel|telefone|telefono|fone|cel|celular|whats|whatsapp|wpp|zap|phone|mobile)\b[.:\s-]*/i;
const DATE = /^\d{1,4}([/.-])\d{1,2}\1\d{2,4}(?!\d)/;

/** Whether a cell looks like a phone number, in any spelling: 8 to 30 digits and the marks between them. */
function isLikePhone(cell: string): boolean {
  const text = cell
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(LABEL, "");
  if (/^\d[.,]\d+E\+1\d$/i.test(text)) return true;
  const digits = text.replace(/\D/g, "").length;
  return digits >= 8 && digits <= 30 && /^[\d\s+().,;/_–—-]+$/.test(text) && !DATE.test(text);
}

/** Whether a row looks like a person: a cell is a phone number or an e-mail, and none is a usual header. */
export function looksLikePerson(cells: readonly string[]): boolean {
  const isHeader = (cell: string) => allNames.includes(plain(cell).replace(/\s*:$/, ""));
  return cells.some((cell) => isLikePhone(cell) || isEmail(cell.trim())) && !cells.some(isHeader);
}

const isFilled = (cell: string) => cell.trim() !== "";

/**
 * Returns the number of the row with the headers: the first one with known words for name and number, or for one of the
 * columns. Title lines may stand above it, but no person: `NO_HEADERS` when the first row looks like one.
 */
export function guessHeaderRow(head: readonly HeadRow[]): number {
  const person = head.findIndex(({ cells }) => looksLikePerson(cells));
  const rows = head.slice(0, person < 0 ? head.length : person);
  const wide = rows.filter(({ cells }) => cells.filter(isFilled).length > 1);
  const known = wide.map((row) => ({ row, ...guessMapping(row.cells) }));
  const found =
    known.find(({ name, number }) => name !== null && number !== null) ??
    known.find(({ name, number, email }) => name !== null || number !== null || email !== null);
  const row = found?.row ?? wide[0] ?? (person < 0 ? rows[0] : rows.at(-1));
  return row?.rowNumber ?? NO_HEADERS;
}

/** Returns one header for each column of the file, '' where there is none. `width`: the number of its columns. */
export function headersOf(head: readonly HeadRow[], headerRow: number, width: number): string[] {
  const cells = head.find((row) => row.rowNumber === headerRow)?.cells ?? [];
  return Array.from({ length: width }, (_, column) => cells[column]?.trim() ?? "");
}
