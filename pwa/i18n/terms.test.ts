import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exclamationKeys, type Locale, termExceptions, terms } from "./terms.ts";
import { readCatalogue, textsOf } from "./testing/read-catalogue.ts";
import { termsTable } from "./testing/terms-table.ts";

const locales: Locale[] = ["pt", "en", "es"];

/**
 * Matches whole words: `ticket*` matches "tickets"; `chat` does not match "chatbot". Letters of every alphabet and
 * hyphens belong to a word.
 */
function wholeWord(variant: string): RegExp {
  const words = variant.replace(/[.]/g, "\\$&").replace(/ /g, "\\s+").replace(/\*$/, "[\\p{L}\\p{N}]*");
  return new RegExp(`(?<![\\p{L}\\p{N}-])${words}(?![\\p{L}\\p{N}-])`, "iu");
}

const matches = (pattern: string, key: string) =>
  pattern.endsWith("*") ? key.startsWith(pattern.slice(0, -1)) : key === pattern;

type Hit = { key: string; locale: Locale; variant: string; say: string; text: string };

function hitsIn(locale: Locale): Hit[] {
  const messages = Object.entries(readCatalogue(locale));
  return terms.flatMap(({ word, forbidden }) =>
    forbidden[locale].flatMap((variant) => {
      const found = wholeWord(variant);
      return messages.flatMap(([key, message]) =>
        textsOf(message)
          .filter((text) => found.test(text.replace(/\{\w+\}/g, "")))
          .map((text) => ({ key, locale, variant, say: word[locale], text })),
      );
    }),
  );
}

const isExcepted = ({ key, locale, variant }: Hit) =>
  termExceptions.some((one) => matches(one.key, key) && one.locale === locale && one.variant === variant);

test.each(locales)("terms: no message in %s uses a forbidden variant", (locale) => {
  expect(hitsIn(locale).filter((hit) => !isExcepted(hit))).toEqual([]);
});

test("terms: every exception is used by a message", () => {
  const hits = locales.flatMap(hitsIn);
  const unused = termExceptions.filter(
    ({ key, locale, variant }) =>
      !hits.some((hit) => matches(key, hit.key) && hit.locale === locale && hit.variant === variant),
  );
  expect(unused).toEqual([]);
});

test.each(locales)(
  "terms: exclamation marks in %s occur only where the specification or a sample has one",
  (locale) => {
    const exclaiming = Object.entries(readCatalogue(locale)).filter(([, message]) =>
      textsOf(message).some((text) => text.includes("!")),
    );
    expect(exclaiming.map(([key]) => key).filter((key) => !exclamationKeys.includes(key))).toEqual([]);
  },
);

test("terms: no message writes its plural in brackets", () => {
  const bracketed = locales.flatMap((locale) =>
    Object.entries(readCatalogue(locale))
      .filter(([, message]) => textsOf(message).some((text) => /\p{L}\((s|es|as|os)\)/u.test(text)))
      .map(([key]) => `${locale} ${key}`),
  );
  expect(bracketed).toEqual([]);
});

test("terms: terms.md shows the present list", () => {
  const page = readFileSync(new URL("terms.md", import.meta.url), "utf8");
  expect(page).toContain(termsTable());
});
