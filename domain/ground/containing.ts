import { personWords } from "../../contracts/phones.ts";
import { SEARCH_LENGTH, searchable } from "../../contracts/search-text.ts";

/** Returns the LIKE pattern of texts, in the form of `searchable`, that contain the first 200 characters of this text; % and _ are literal. */
export function containing(text: string): string {
  return `%${searchable(text.slice(0, SEARCH_LENGTH)).replace(/[\\%_]/g, "\\$&")}%`;
}

/** The same for people: a number matches every spelling of it. */
export function containingPerson(text: string): string {
  const words = personWords(text);
  return words.every((word) => /^\d+$/.test(word)) ? `%${words.join("%")}%` : containing(text);
}
