import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the glossary defines each term once", () => {
  const text = readFileSync(new URL("../docs/glossary.md", import.meta.url), "utf8");
  const terms = text.split("\n").flatMap((line) => /^\| ([^|]+) \|/.exec(line)?.[1]?.split(", ") ?? []);
  const defined = terms.map((term) => term.trim().toLowerCase()).filter((term) => term !== "term");
  expect(defined.length).toBeGreaterThan(100);
  expect(defined.filter((term, at) => defined.indexOf(term) !== at)).toEqual([]);
});
