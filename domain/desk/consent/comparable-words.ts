/** A longer text is no short answer, in UTF-16 units. */
const MAX_TEXT = 60;

const signs: Readonly<Record<string, string>> = {
  "👍": " sim ",
  "👌": " sim ",
  "✅": " sim ",
  "👎": " nao ",
  "❌": " nao ",
  "🚫": " nao ",
};

const courtesies = new Set([
  "por favor",
  "por gentileza",
  "pf",
  "pfv",
  "please",
  "pls",
  "obrigado",
  "obrigada",
  "gracias",
  "thanks",
  "thank you",
  "muito obrigado",
  "muito obrigada",
]);

/**
 * Returns a whole message in a form in which spellings are equal: lower case, no accents, no punctuation, each letter
 * and word once in a row ("siiim", "👍👍"), without courtesy at its ends. '' when the message is too long.
 */
export function comparableWords(text: string): string {
  if (text.length > MAX_TEXT) return "";
  const words = Array.from(text, (sign) => signs[sign] ?? sign)
    .join("")
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\p{N}]/gu, " ")
    .replaceAll(/(\p{L})\1+/gu, "$1")
    .split(/ +/)
    .filter((word, at, all) => word !== "" && word !== all[at - 1]);
  return withoutCourtesy(words).join(" ");
}

function withoutCourtesy(words: string[]): string[] {
  for (const length of [1, 2]) {
    if (words.length <= length) continue;
    if (courtesies.has(words.slice(0, length).join(" "))) return withoutCourtesy(words.slice(length));
    if (courtesies.has(words.slice(-length).join(" "))) return withoutCourtesy(words.slice(0, -length));
  }
  return words;
}

/** Returns whether one of two words becomes the other by one letter: added, missing, different or swapped. */
export function isOneLetterOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return (x.length <= 1 && y.length <= 1) || (x.length === 2 && x[0] === y[1] && x[1] === y[0]);
}
