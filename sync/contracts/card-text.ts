import type { Card } from "./cards.ts";

const END = "END:VCARD";

/** Returns the body of a message with contact cards, in the channel's vCard format. */
export const writeCards = (cards: readonly Card[]) => cards.map(writeCard).join("\n");

function writeCard({ name, number }: Card): string {
  const full = escaped(name);
  const phone = `TEL;type=CELL;type=VOICE;waid=${number}:+${number}`;
  return ["BEGIN:VCARD", "VERSION:3.0", `N:;${full};;;`, `FN:${full}`, phone, "END:VCARD"].join("\n");
}

/** Splits a body into its cards, unchanged. One pass, in linear time, because the body is untrusted. */
export function splitCards(body: string): string[] {
  const cards: string[] = [];
  let begin = -1;
  for (const { 0: border, index } of body.matchAll(/BEGIN:VCARD|END:VCARD/gi)) {
    if (border.length === END.length && begin !== -1) {
      cards.push(body.slice(begin, index + END.length));
      begin = -1;
    } else if (border.length !== END.length && begin === -1) begin = index;
  }
  return cards;
}

/**
 * Returns each card's name and its WhatsApp number, or else the first number; '' where a card has none. Text that is
 * not a card becomes a name.
 */
export function readCards(body: string): Card[] {
  const cards = splitCards(body).map(readCard);
  if (cards.length > 0) return cards;
  const name = body.trim().split("\n")[0]?.trim() ?? "";
  return name === "" || /^BEGIN:/i.test(name) ? [] : [{ name, number: "" }];
}

function readCard(card: string): Card {
  // A long vCard line continues on the next line after a space.
  const lines = card.replace(/\r?\n[ \t]/g, "");
  const line = (field: string) => new RegExp(`^(?:item\\d+\\.)?${field}(?:;[^:\\n]*)?:(.*)$`, "im").exec(lines)?.[1];
  const parts = (line("N") ?? "").split(/(?<!\\);/).map((part) => unescaped(part).trim());
  const composed = [parts[3], parts[1], parts[2], parts[0]].filter(Boolean).join(" ");
  return {
    name: unescaped(line("FN") ?? "").trim() || composed,
    number: /waid=(\d+)/i.exec(lines)?.[1] ?? line("TEL")?.replace(/\D/g, "") ?? "",
  };
}

const escaped = (text: string) => text.replace(/[\\,;]/g, "\\$&").replace(/\r\n|\r|\n/g, "\\n");
const unescaped = (text: string) =>
  text.replace(/\\([\\,;nN])/g, (_, mark: string) => (mark.toLowerCase() === "n" ? " " : mark));
