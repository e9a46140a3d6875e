import { readPhone } from "../../../contracts/phone-numbers.ts";
import type { PhoneHome } from "../../../contracts/phones.ts";

/** Tells spreadsheet programs that the file is UTF-8. */
export const csvMark = "\uFEFF";

/** A line as Brazilian spreadsheet programs read it: semicolons, CRLF. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(";")}\r\n`;
}

/**
 * Returns a number so that a spreadsheet program keeps it as a text, and as an import reads it again: a Brazilian
 * company's with spaces and a hyphen, others with "+". A program takes bare digits for an amount, and shows and saves 13
 * of them as 5,53199E+12. Facebook's and Instagram's addresses are longer.
 */
export function csvNumber(number: string, home: PhoneHome): string {
  if (!/^\d{7,15}$/.test(number)) return number;
  const written = number.replace(/^(55)(\d\d)(\d{4,5})(\d{4})$/, "$1 $2 $3-$4");
  const read = written === number ? undefined : readPhone(written, home);
  const isSame = read?.refused === undefined && read?.number === number;
  return home.country === "BR" && isSame ? written : `+${number}`;
}

/**
 * Texts that spreadsheet programs do not keep: the signs with which a formula begins, also the full-width ones, and
 * digits that they take for a number and round (from 12 on) or shorten (zeros at the start).
 */
const NOT_KEPT = /^'*(?:[=+\-@\t\r\n＝＋－＠]|\d{12,}$|0\d+$)/;

/**
 * Marks such a text with ', because contacts choose their own names. A text that begins with marks before it gets one
 * more, so that `unmarkedCell` returns it.
 */
function csvCell(text: string): string {
  const harmless = NOT_KEPT.test(text) ? `'${text}` : text;
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Returns a cell of a spreadsheet without the mark that `csvLine` puts before what programs do not keep. */
export const unmarkedCell = (cell: string): string =>
  cell.startsWith("'") && NOT_KEPT.test(cell) ? cell.slice(1) : cell;
