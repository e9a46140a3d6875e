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
