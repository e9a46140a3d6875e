import { expect, test } from "vitest";
import { brazilianNumbers, reportedNumbers } from "../proof/field/numbers.ts";
import { brazilianAreaCodes, personWords, phoneMatchKey } from "./phones.ts";

/** Searches find a row whose text contains the words in their order. */
function isFound(typed: string, stored: string): boolean {
  let at = 0;
  return personWords(typed).every((word) => {
    const found = stored.indexOf(word, at);
    at = found + word.length;
    return found >= 0;
  });
}

/** The other form in which a channel may have stored the number: an older mobile without its ninth digit. */
const storedForms = (number: string) => [...new Set([number, phoneMatchKey(number)])];

const missed = (rows: readonly { typed: string; stored: string }[]) =>
  rows.filter(({ typed, stored }) => !isFound(typed, stored)).slice(0, 20);

test("personWords: finds each number by every spelling of a field case, also stored without the ninth digit", () => {
  const spoken = /ramal|whats|\.0$/;
  const rows = brazilianNumbers
    .filter(({ typed }) => !spoken.test(typed))
    .flatMap(({ typed, read = "" }) => storedForms(read).map((stored) => ({ typed, stored })));
  expect(rows.length).toBeGreaterThan(20_000);
  expect(missed(rows)).toEqual([]);
});

/** How people type a number from its beginning on; `local` with or without the ninth digit. */
const spellings: ((area: string, local: string) => string)[] = [
  (area, local) => `${area}${local}`,
  (area, local) => `(${area}) ${dashed(local)}`,
  (area, local) => `(${area})${dashed(local)}`,
  (area, local) => `${area} ${dashed(local).replace("-", " ")}`,
  (area, local) => `${area}.${dashed(local).replace("-", ".")}`,
  (area, local) => `0${area} ${dashed(local)}`,
  (area, local) => `(0${area}) ${dashed(local)}`,
  (area, local) => `(0xx${area}) ${dashed(local)}`,
  (area, local) => `+55 ${area} ${dashed(local)}`,
  (area, local) => `+55 (0${area}) ${dashed(local)}`,
  (area, local) => `55${area}${local}`,
  (area, local) => `0055${area}${local}`,
  (_area, local) => local,
  (_area, local) => dashed(local).replace("-", "\u2011"),
  (_area, local) => dashed(local).replace("-", " "),
];
const dashed = (local: string) => local.replace(/(?=.{4}$)/, "-");

test("personWords: finds a number while it is typed, with and without the ninth digit on either side", () => {
  const rows: { typed: string; stored: string }[] = [];
  for (const area of brazilianAreaCodes)
    for (const old of ["67770123", "88887777", "98765432", "97123456", "80000001"])
      for (const typedLocal of [old, `9${old}`])
        for (const spelling of spellings) {
          const whole = spelling(area, typedLocal);
          const needed = spelling(area, typedLocal.slice(0, typedLocal.length - old.length + 4)).replace(
            /\D/g,
            "",
          ).length;
          for (let length = 1; length <= whole.length; length += 1) {
            const typed = whole.slice(0, length);
            // From four digits after the ninth digit on, the typed part says which number is meant.
            if (typed.replace(/\D/g, "").length < needed || !/\d$/.test(typed)) continue;
            for (const stored of [`55${area}${old}`, `55${area}9${old}`]) rows.push({ typed, stored });
          }
        }
  expect(rows.length).toBeGreaterThan(60_000);
  expect(missed(rows)).toEqual([]);
});

test("personWords: every part of the digits finds the number that contains them", () => {
  const rows = [...brazilianAreaCodes].flatMap((area) =>
    [`55${area}988887777`, `55${area}88887777`, `55${area}34221101`].flatMap((stored) =>
      Array.from({ length: stored.length }, (_, from) =>
        Array.from({ length: stored.length - from }, (_any, size) => ({
          typed: stored.slice(from, from + size + 1),
          stored,
        })),
      )
        .flat()
        .filter(({ typed }) => !typed.startsWith("0")),
    ),
  );
  expect(missed(rows)).toEqual([]);
});

test.each([
  ["+52 1 55 1234 5678", "525512345678"],
  ["+52 1 55 1234 5", "525512345678"],
  ["+52 55 1234 5678", "5215512345678"],
  ["+52 55 1234", "5215512345678"],
  ["+54 9 11 2345-6789", "541123456789"],
  ["+54 11 2345", "5491123456789"],
  ["(54) 3222-1105", "555432221105"],
  ["+351 912 345 678", "351912345678"],
  ["+44 (0)20 7946 0958", "442079460958"],
  ["912 345", "351912345678"],
  ["Tel.: (31) 98888-7777", "553188887777"],
  ["\u202a+55 31 98888-7777\u202c", "553188887777"],
  ["0 15 31 98888-7777", "553188887777"],
  ["(31", "553188887777"],
  ["(31)", "553188887777"],
  ["+55", "553188887777"],
  ["7777", "553188887777"],
])("personWords: %s finds %s", (typed, stored) => {
  expect(isFound(typed, stored)).toBe(true);
});

test.each([
  ["(46) 3422-1101", "554734221101"],
  ["(31) 98888-7777", "5531988887778"],
  ["31 8888", "5511988881234"],
  ["98888-77", "5531977778888"],
])("personWords: %s does not find %s", (typed, stored) => {
  expect(isFound(typed, stored)).toBe(false);
});

test("personWords: a name keeps its words, also one with digits", () => {
  expect(personWords("Zap José 12-34")).toEqual(["zap", "jose", "12-34"]);
  expect(["31", "007", "1.5", "tel", "", "()"].map(personWords)).toEqual([
    ["31"],
    ["007"],
    ["1.5"],
    ["tel"],
    [],
    ["()"],
  ]);
});

test("personWords: looks at the first 200 characters", () => {
  for (const part of ["1", "(", "1-", "tel.", "0xx", "9", "+", " "])
    expect(personWords(part.repeat(100_000)).join("").length).toBeLessThanOrEqual(200);
});

/** An extension, a second number, or a zero or 15 that other countries write within a number. */
const withMore = /[-/] ?\d{3,4}$|\(2\)$|\b15 |^\+5\d+ 0/;

test("personWords: finds each reported number as it was typed", () => {
  const rows = reportedNumbers
    .filter(({ typed, read }) => read !== undefined && /^[\d\s()+./-]+$/.test(typed))
    .filter(({ typed }) => !withMore.test(typed) || /^\W*\d{2}\W*\d{4,5}-\d{4}$/.test(typed))
    .map(({ typed, read = "" }) => ({ typed, stored: phoneMatchKey(read) }));
  expect(rows.length).toBeGreaterThan(40);
  expect(missed(rows)).toEqual([]);
});
