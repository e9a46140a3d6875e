import { expect, test } from "vitest";
import { longFunctions } from "./check-functions.ts";

/** Returns statements that fill this number of lines. */
const filling = (lines: number) => Array.from({ length: lines }, () => "  work();").join("\n");

test.each([
  ["function", (body: string) => `function long() {\n${body}\n}`],
  ["arrow function", (body: string) => `export const long = async () => {\n${body}\n};`],
  ["function expression", (body: string) => `run(function () {\n${body}\n});`],
  ["method of an object", (body: string) => `const one = { long() {\n${body}\n} };`],
  ["getter of an object", (body: string) => `const one = { get long() {\n${body}\n} };`],
  ["method", (body: string) => `class One { long() {\n${body}\n} }`],
  ["private method", (body: string) => `class One { #long() {\n${body}\n} }`],
  ["constructor", (body: string) => `class One { constructor() {\n${body}\n} }`],
])("a %s has at most 100 lines", (_, having) => {
  expect(longFunctions("one.ts", having(filling(98)))).toEqual([]);
  expect(longFunctions("one.ts", having(filling(99)))).toEqual([{ line: 1, lines: 101 }]);
});

test("empty lines, comments and inner functions count, and each long function is found", () => {
  const inner = `  function inner() {\n${filling(98)}\n\n  }`;
  expect(longFunctions("one.ts", `function outer() {\n  // What follows.\n${inner}\n}`)).toEqual([
    { line: 1, lines: 104 },
    { line: 3, lines: 101 },
  ]);
});

test("the line is right behind comments and letters of several bytes, in each of several files", () => {
  const source = `// Número 🇧🇷: é, ã, ç.\n\nconst text = "ação";\nfunction long() {\n${filling(99)}\n}\n`;
  for (const file of ["one.ts", "two.ts"]) expect(longFunctions(file, source)).toEqual([{ line: 4, lines: 101 }]);
});

test("components are read with their elements", () => {
  const source = `const One = () => (\n  <p>\n${filling(98)}\n  </p>\n);`;
  expect(longFunctions("one.tsx", source)).toEqual([{ line: 1, lines: 102 }]);
});

test("in a file of tests, a function has at most 140 lines", () => {
  const having = (lines: number) => `describe("one", () => {\n${filling(lines - 2)}\n});`;
  expect(longFunctions("one.test.ts", having(140))).toEqual([]);
  expect(longFunctions("one.test.tsx", having(141))).toEqual([{ line: 1, lines: 141 }]);
});
