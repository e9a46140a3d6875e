import { searchable } from "../../contracts/search-text.ts";

export type Part = { text: string; isMatch: boolean };

/** Number of characters shown before the first match, so that the match is visible in the row. */
const LEAD = 24;

/** Splits a text into matching and other parts, ignoring case and accents. */
export function matchedParts(text: string, words: readonly string[]): Part[] {
  const letters = [...text];
  // Each character is folded separately, so that offsets in the folded text equal offsets in the text.
  const folded = letters.map((letter) => searchable(letter).slice(0, letter.length) || " ".repeat(letter.length));
  const flat = folded.join("");
  const matched = new Uint8Array(flat.length);
  for (const word of words) {
    for (let at = flat.indexOf(word); at >= 0 && word !== ""; at = flat.indexOf(word, at + 1)) {
      matched.fill(1, at, at + word.length);
    }
  }
  const parts: Part[] = [];
  let place = 0;
  for (const letter of letters) {
    const isMatch = matched[place] === 1;
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += letter;
    else parts.push({ text: letter, isMatch });
    place += letter.length;
  }
  return parts;
}

/** Does the same for a one-line preview, which begins shortly before the first match. */
export function matchedLine(text: string, words: readonly string[]): Part[] {
  const parts = matchedParts(text, words);
  const [first] = parts;
  if (parts.length < 2 || !first || first.isMatch || first.text.length <= LEAD * 2) return parts;
  const cut = first.text.indexOf(" ", first.text.length - LEAD);
  const from = cut < 0 ? first.text.length - LEAD : cut + 1;
  return [{ text: `… ${first.text.slice(from)}`, isMatch: false }, ...parts.slice(1)];
}
