/** Tells spreadsheet programs that the file is UTF-8. */
export const csvMark = "\uFEFF";

/** A line as Brazilian spreadsheet programs read it: semicolons, CRLF. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(";")}\r\n`;
}

/** Escapes formulas, because contacts choose their own names. */
function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
