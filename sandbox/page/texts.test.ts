import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { en } from "./texts/en.ts";
import { es } from "./texts/es.ts";
import { pt } from "./texts/pt.ts";

const htmlOf = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
const html = htmlOf("sandbox.html");
const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
const unescaped = (text: string | undefined) => text?.replaceAll("&amp;", "&");

test.each([
  ["en", en],
  ["es", es],
])("the texts in %s have the keys and placeholders of the Portuguese ones", (_, texts) => {
  expect(Object.keys(texts)).toEqual(Object.keys(pt));
  for (const [key, text] of Object.entries(pt))
    expect([key, placesIn(texts[key as keyof typeof pt])]).toEqual([key, placesIn(text)]);
});

test.each(["sandbox.html", "payments.html"])("%s has the Portuguese texts of the keys that it names", (name) => {
  const html = htmlOf(name);
  const named = [
    ...[...html.matchAll(/data-text="(\w+)"[^>]*>([^<]*)</g)].map(([, key, text]) => [key, unescaped(text)]),
    ...[...html.matchAll(/data-label="(\w+)"\s+aria-label="([^"]*)"/g)].map(([, key, text]) => [key, text]),
    ...[...html.matchAll(/data-placeholder="(\w+)"\s+placeholder="([^"]*)"/g)].map(([, key, text]) => [key, text]),
  ];
  expect(named.length).toBe([...html.matchAll(/data-(text|label|placeholder)="/g)].length);
  for (const [key, text] of named) expect([key, text]).toEqual([key, pt[key as keyof typeof pt]]);
});

test("the page has no native select, and has every id that a module looks up", () => {
  expect(html).not.toContain("<select");
  const ids = new Set([...html.matchAll(/\sid="([\w-]+)"/g)].map(([, id]) => id));
  for (const name of [
    "attempt",
    "composer",
    "customers",
    "internet",
    "log",
    "pending",
    "phone",
    "sign-in",
    "step-list",
    "tabs",
    "faults",
  ]) {
    const code = readFileSync(new URL(`${name}.ts`, import.meta.url), "utf8");
    for (const [, id] of code.matchAll(/(?:byId|\bon)\("([\w-]+)"/g)) expect([name, ids.has(id)]).toEqual([name, true]);
  }
});

test("the page of the payments has every id that its modules look up", () => {
  const ids = new Set([...htmlOf("payments.html").matchAll(/\sid="([\w-]+)"/g)].map(([, id]) => id));
  for (const name of ["payments", "charge-card"]) {
    const code = readFileSync(new URL(`${name}.ts`, import.meta.url), "utf8");
    for (const [, id] of code.matchAll(/(?:byId|\bon)\("([\w-]+)"/g)) expect([name, ids.has(id)]).toEqual([name, true]);
  }
});
