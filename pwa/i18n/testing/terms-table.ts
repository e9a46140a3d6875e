import { type Locale, terms } from "../terms.ts";

/** Returns the list of terms as the table of `terms.md`. Run this file to print it. */
export function termsTable(): string {
  const rows = terms.map(({ meaning, word, forbidden }) => {
    const cell = (locale: Locale) =>
      forbidden[locale].length === 0 ? word[locale] : `**${word[locale]}**; not ${forbidden[locale].join(", ")}`;
    return `| ${meaning} | ${cell("pt")} | ${cell("en")} | ${cell("es")} |`;
  });
  return ["| Thing | Portuguese | English | Spanish |", "|---|---|---|---|", ...rows].join("\n");
}

if (import.meta.main) console.log(termsTable());
