/**
 * Returns the words of a text in a form in which spellings are equal: lower case, no accents, compatibility forms of
 * letters and digits ("１", "①", "ﬁ") as plain ones, nothing but letters and digits.
 */
export function foldedWords(text: string): string[] {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/**
 * Removes phrases of one or two words from both ends of a list of words. The last word stays, and so do the words in
 * `kept`.
 */
export function withoutEnds(
  words: readonly string[],
  phrases: ReadonlySet<string>,
  kept: ReadonlySet<string> = new Set(),
): string[] {
  let [from, to] = [0, words.length];
  const isPhrase = (start: number, end: number) => {
    const phrase = words.slice(start, end);
    return phrases.has(phrase.join(" ")) && !phrase.some((word) => kept.has(word));
  };
  for (let length = 2; length >= 1; ) {
    const isLeft = to - from > length;
    if (isLeft && isPhrase(from, from + length)) from += length;
    else if (isLeft && isPhrase(to - length, to)) to -= length;
    else {
      length -= 1;
      continue;
    }
    length = 2;
  }
  return words.slice(from, to);
}
