import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Messages = Record<string, unknown>;
const folder = new URL("./messages/", import.meta.url);
/** Every file of a language: `pt.json` and those of the screens, `tickets.pt.json`. */
const read = (locale: string): Messages =>
  Object.assign(
    {},
    ...readdirSync(folder)
      .filter((name) => name === `${locale}.json` || name.endsWith(`.${locale}.json`))
      .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"))),
  );
const variables = (message: unknown) =>
  [...new Set([...JSON.stringify(message).matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort();

const portuguese = read("pt");

test.each(["en", "es"])("every sentence exists in %s, with the same blanks to fill", (locale) => {
  const translated = read(locale);
  expect(Object.keys(translated).sort()).toEqual(Object.keys(portuguese).sort());
  for (const [key, message] of Object.entries(portuguese)) {
    expect(variables(translated[key]), key).toEqual(variables(message));
  }
});
