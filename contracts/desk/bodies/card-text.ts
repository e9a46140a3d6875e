import { strangerName } from "../../texts/stranger-text.ts";
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

/** A number of a card. `number`: digits with country code if WhatsApp reports it, otherwise as it was written. */
export type CardNumber = { number: string; isWhatsApp: boolean };
/** Everything of a card that a person uses. */
export type CardDetails = {
  name: string;
  organisation: string;
  numbers: CardNumber[];
  emails: string[];
  addresses: string[];
  links: string[];
};

/** Numbers and e-mails of one card; a phone's own cards have fewer. */
const MAX_VALUES = 20;

/**
 * Returns each card's name and its WhatsApp number, or else the first number as digits; '' where a card has none. Text
 * that is not a card becomes a name.
 */
export const readCards = (body: string): Card[] =>
  readCardDetails(body).map(({ name, numbers }) => {
    const first = numbers.find(({ isWhatsApp }) => isWhatsApp) ?? numbers[0];
    return { name, number: first?.number.replace(/\D/g, "") ?? "" };
  });

/** Returns each card with all its numbers, e-mails, addresses and links. Text that is not a card becomes a name. */
export function readCardDetails(body: string): CardDetails[] {
  const cards = splitCards(body).map(readCard);
  if (cards.length > 0) return cards;
  const name = strangerName(body.trim().split("\n")[0] ?? "");
  const nothing = { organisation: "", numbers: [], emails: [], addresses: [], links: [] };
  return name === "" || /^BEGIN:/i.test(name) ? [] : [{ name, ...nothing }];
}

type Line = { field: string; params: string; value: string };

function readCard(card: string): CardDetails {
  const lines = linesOf(card);
  const all = (field: string) => lines.filter((line) => line.field === field).slice(0, MAX_VALUES);
  const first = (field: string) => all(field)[0]?.value ?? "";
  const parts = partsOf(first("N"));
  const composed = [parts[3], parts[1], parts[2], parts[0]].filter(Boolean).join(" ");
  const texts = (field: string) => unique(all(field).map(({ value }) => partsOf(value).filter(Boolean).join(", ")));
  return {
    name: strangerName(unescaped(first("FN"))) || strangerName(composed),
    organisation: texts("ORG")[0] ?? "",
    numbers: numbersOf(all("TEL")),
    emails: unique(all("EMAIL").map(({ value }) => value.replace(/^mailto:/i, ""))).filter((email) =>
      email.includes("@"),
    ),
    addresses: texts("ADR"),
    links: unique(all("URL").map(({ value }) => unescaped(value))).filter((link) => /^https?:\/\/\S+$/i.test(link)),
  };
}

const unique = (values: readonly string[]) => [...new Set(values.map(strangerName))].filter(Boolean);
const partsOf = (value: string) => value.split(/(?<!\\);/).map((part) => unescaped(part).trim());

const MOBILE = /(?:^|[;=,"])(?:CELL|MOBILE|IPHONE)(?:$|[;,"])/i;

function numbersOf(lines: readonly Line[]): CardNumber[] {
  const found = new Map<string, CardNumber & { isMobile: boolean }>();
  for (const { params, value } of lines) {
    const own = /(?:^|;)waid=(\d{5,20})/i.exec(params)?.[1];
    const written = strangerName(value.replace(/^tel:([^;]*).*$/i, "$1"));
    const number = own ?? written;
    const key = number.replace(/\D/g, "");
    if (key && !found.has(key))
      found.set(key, { number, isWhatsApp: own !== undefined, isMobile: MOBILE.test(params) });
  }
  // The numbers that can be written to come first, then those of mobile phones.
  return [...found.values()]
    .sort((a, b) => Number(b.isWhatsApp) - Number(a.isWhatsApp) || Number(b.isMobile) - Number(a.isMobile))
    .map(({ number, isWhatsApp }) => ({ number, isWhatsApp }));
}

/** Returns the lines of a card, also in the forms of old phones: folded, and with quoted-printable values. */
function linesOf(card: string): Line[] {
  // A long line continues on the next line after a space, a quoted-printable one after "=".
  const joined: string[] = [];
  let isQuoted = false;
  for (const line of card.replace(/\r?\n[ \t]/g, "").split(/\r?\n/)) {
    const last = joined.at(-1);
    if (isQuoted && last?.endsWith("=")) joined[joined.length - 1] = last.slice(0, -1) + line;
    else {
      joined.push(line);
      isQuoted = QUOTED.test(line);
    }
  }
  return joined.flatMap((line) => {
    const colon = line.indexOf(":");
    if (colon < 0) return [];
    const [field = "", ...params] = line.slice(0, colon).split(";");
    const value = line.slice(colon + 1);
    return [
      {
        field: field
          .replace(/^[\w-]{1,20}\./, "")
          .trim()
          .toUpperCase(),
        params: params.join(";"),
        value: (params.some((param) => QUOTED.test(param)) ? unquoted(value) : value).trim(),
      },
    ];
  });
}

const QUOTED = /QUOTED-PRINTABLE/i;

function unquoted(value: string): string {
  const bytes = value.replace(/=([0-9A-F]{2})/gi, "%$1").replace(/%(?![0-9A-F]{2})/gi, "%25");
  try {
    return decodeURIComponent(bytes);
  } catch {
    // Another character set than UTF-8.
    return value.replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  }
}

const escaped = (text: string) => text.replace(/[\\,;]/g, "\\$&").replace(/\r\n|\r|\n/g, "\\n");
const unescaped = (text: string) =>
  text.replace(/\\([\\,;nN])/g, (_, mark: string) => (mark.toLowerCase() === "n" ? " " : mark));
