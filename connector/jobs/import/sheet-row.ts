/**
 * A row of a spreadsheet; `rowNumber` counts from 1, as spreadsheet programs show it. `isHidden`: a filter or a person
 * has hidden the row.
 */
export type Row = { rowNumber: number; cells: string[]; isHidden?: boolean };

/** Converts exponent notation to digits: 5.531955500148E12 is a phone number. */
export function numberText(value: string): string {
  const number = Number(value);
  return value !== "" && Number.isSafeInteger(number) ? String(number) : value;
}
