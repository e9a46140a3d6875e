import { readPhone } from "../../sync/contracts/phone-numbers.ts";
import type { PhoneHome } from "../../sync/contracts/phones.ts";

/** Tells spreadsheet programs that the file is UTF-8. */
export const csvMark = "\uFEFF";

/** A line as Brazilian spreadsheet programs read it: semicolons, CRLF. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(";")}\r\n`;
}

/**
 * Returns a number as an import reads it again: with "+", or in a Brazilian company without it if it is read as the same
 * number. Facebook's and Instagram's addresses are longer.
 */
export function csvNumber(number: string, home: PhoneHome): string {
  if (!/^\d{7,15}$/.test(number)) return number;
  const read = readPhone(number, home);
  const isRead = read.refused === undefined && read.number === number;
  return home.country === "BR" && isRead ? number : `+${number}`;
}

/** Signs with which a formula begins. Spreadsheet programs read full-width signs as the others. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/**
 * Escapes formulas with a mark ('), because contacts choose their own names. A text that begins with marks before such a
 * sign gets one more, so that `unmarkedCell` returns it.
 */
function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Returns a cell of a spreadsheet without the mark that `csvLine` puts before a formula. */
export const unmarkedCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
