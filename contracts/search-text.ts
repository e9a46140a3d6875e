/** Returns the normal form for text search: lower case, without accents. */
export function searchable(...texts: (string | null | undefined)[]): string {
  return texts
    .filter(Boolean)
    .join(" ")
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}

/** The most of a search text that is looked at: each word is a condition of its own for the database. */
export const SEARCH_LENGTH = 200;
export const SEARCH_WORDS = 8;

/** Returns the first 8 words of the first 200 characters of a search text, in normal form. */
export const searchWords = (text = ""): string[] =>
  searchable(text.slice(0, SEARCH_LENGTH)).split(/\s+/).filter(Boolean).slice(0, SEARCH_WORDS);
