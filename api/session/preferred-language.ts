import { type Language, languages } from "../../contracts/languages.ts";

/** Returns the first language of an `Accept-Language` header that we have; null: none. */
export function findLanguage(header = ""): Language | null {
  const wanted = header.split(",").map((one) => one.trim().slice(0, 2).toLowerCase());
  return wanted.flatMap((tag) => languages.filter((language) => language === tag))[0] ?? null;
}

/** The same; Portuguese without one. */
export const preferredLanguage = (header = ""): Language => findLanguage(header) ?? "pt";
