import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Message, readCatalogue } from "./testing/read-catalogue.ts";

const variables = (message: Message | undefined) =>
  [...new Set([...JSON.stringify(message).matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort();

const portuguese = readCatalogue("pt");

test.each(["en", "es"])("catalogues: every message exists in %s, with the same parameters", (locale) => {
  const translated = readCatalogue(locale);
  expect(Object.keys(translated).sort()).toEqual(Object.keys(portuguese).sort());
  for (const [key, message] of Object.entries(portuguese)) {
    expect(variables(translated[key]), key).toEqual(variables(message));
  }
});

/** The sentences of errors are found by their code. */
const foundByCode = (key: string) => key.startsWith("error_");

test("catalogues: every message is used by a screen", () => {
  const files = globSync("{pwa,contracts,sync}/**/*.{ts,tsx}", { exclude: ["pwa/i18n/paraglide/**", "**/*.test.*"] });
  const words = new Set(files.flatMap((file) => readFileSync(file, "utf8").match(/[a-z0-9]+(_[a-z0-9]+)+/gi) ?? []));
  const unused = Object.keys(portuguese).filter((key) => key.includes("_") && !foundByCode(key) && !words.has(key));
  expect(unused).toEqual([]);
});
