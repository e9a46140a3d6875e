import { expect, test } from "vitest";
import { containing } from "./containing.ts";

test.each([
  ["Ana", "%ana%"],
  ["ÉGUA", "%egua%"],
  ["100%", "%100\\%%"],
  ["a_b", "%a\\_b%"],
  ["c:\\x", "%c:\\\\x%"],
  ["não", containing(containing("não").slice(1, -1))],
])("a search for %s looks for the text itself, without accents and case", (text, pattern) => {
  expect(containing(text)).toBe(pattern);
});

test("a search looks at the first 200 characters", () => {
  expect(containing("x".repeat(100_000))).toBe(`%${"x".repeat(200)}%`);
});
