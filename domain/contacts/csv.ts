/** Tells spreadsheets that what follows is UTF-8. */
export const csvMark = "\uFEFF";

/** One line as spreadsheets of the country read it: semicolons, CRLF. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(";")}\r\n`;
}

/** What a spreadsheet would calculate is text here: a contact chooses its own name. */
function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
