import { m } from "../../../i18n/paraglide/messages.js";

/** A piece of a text that begins at `at`; a hidden one leaves the device as its placeholder. */
export type TextPiece = { text: string; isHidden: boolean; at: number };

const EMAIL = String.raw`[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+`;
const DOCUMENT = String.raw`\d{3}\.\d{3}\.\d{3}-\d{2}|\d{2}\.\d{3}\.\d{3}/\d{4}-\d{2}`;
/** Eight digits or more, as in phone numbers, cards, postal codes and documents without marks. */
const NUMBER = String.raw`\+?\(?\d(?:[\s().-]{0,2}\d){7,}`;

/** Words of a name that also stand elsewhere. */
const particles = new Set(["dos", "das", "del", "los", "las", "van", "von", "the", "and"]);

/**
 * Hides personal data in texts that leave the company: the contact's name, e-mail addresses, documents and long
 * numbers. The same value gets the same placeholder, and `restore` puts the values back into an answer.
 */
export function openHider(contactName: string) {
  const placeholders = new Map<string, string>();
  const values = new Map<string, string>();
  const counts = new Map<string, number>();
  const pattern = new RegExp(
    [`(?<email>${EMAIL})`, `(?<document>${DOCUMENT})`, `(?<number>${NUMBER})`, ...namePattern(contactName)].join("|"),
    "giu",
  );
  const words = { email: m.ai_hidden_email, document: m.ai_hidden_document, number: m.ai_hidden_number };

  function placeholderOf(value: string, kind: string): string {
    const key = `${kind} ${value.toLowerCase()}`;
    const known = placeholders.get(key);
    if (known) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const placeholder = count === 1 ? `[${kind}]` : `[${kind} ${count}]`;
    placeholders.set(key, placeholder);
    values.set(placeholder, value);
    return placeholder;
  }

  return {
    hide(text: string): TextPiece[] {
      const pieces: TextPiece[] = [];
      let at = 0;
      for (const match of text.matchAll(pattern)) {
        const found = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined)?.[0];
        const kind =
          found === "email" || found === "document" || found === "number" ? words[found]() : m.ai_hidden_name();
        if (match.index > at) pieces.push({ text: text.slice(at, match.index), isHidden: false, at });
        pieces.push({ text: placeholderOf(match[0], kind), isHidden: true, at: match.index });
        at = match.index + match[0].length;
      }
      if (at < text.length) pieces.push({ text: text.slice(at), isHidden: false, at });
      return pieces;
    },
    restore: (text: string) =>
      text.replace(/\[[^[\]]{1,30}\]/g, (placeholder) => values.get(placeholder) ?? placeholder),
  };
}
export type Hider = ReturnType<typeof openHider>;

/** The words of the name, alone or in a row, in any case. */
function namePattern(name: string): string[] {
  const words = name
    .split(/[^\p{L}'’-]+/u)
    .filter((word) => word.length >= 3 && !particles.has(word.toLowerCase()))
    .map((word) => word.replace(/[-'’]/g, "\\$&").replaceAll("\\'", "'").replaceAll("\\’", "’"));
  if (words.length === 0) return [];
  const word = `(?:${words.join("|")})`;
  return [`(?<name>(?<![\\p{L}\\p{N}])${word}(?:\\s+${word})*(?![\\p{L}\\p{N}]))`];
}
