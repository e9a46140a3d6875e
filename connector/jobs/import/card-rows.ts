import { type CardDetails, readCardDetails, splitCards } from "../../../contracts/desk/bodies/cards.ts";
import { cardHeaders, importLimits } from "../../../contracts/marketing/contact-imports.ts";
import type { Row } from "./sheet-row.ts";

/** Further numbers of one card. */
const MAX_OTHERS = 10;

/** Yields contact cards (vCard) as the rows of a table with headers, one for each card. */
export function* cardRows(text: string): Generator<Row> {
  yield { rowNumber: 1, cells: cardHeaders };
  let rowNumber = 2;
  // The end closes a last card that is cut off.
  for (const card of splitCards(`${text.replaceAll(/\r\n?/g, "\n")}\nEND:VCARD`)) {
    for (const details of readCardDetails(card)) yield { rowNumber, cells: cellsOf(details) };
    rowNumber += 1;
  }
}

function cellsOf({ name, organisation, numbers, emails }: CardDetails): string[] {
  const [number = "", ...others] = numbers.map(typedNumber).filter((each) => each !== "");
  const cells = [name || organisation, number, emails.join(", "), others.slice(0, MAX_OTHERS).join(", ")];
  return cells.map((cell) => cell.slice(0, importLimits.cellCharacters));
}

/** Returns the number as people type it: without an extension and the pause before it. WhatsApp reports the country code. */
const typedNumber = ({ number, isWhatsApp }: CardDetails["numbers"][number]) =>
  isWhatsApp ? `+${number}` : (number.split(/[,;]|\s*(?:ext|ramal|[xpw])/i)[0] ?? "").trim();
