import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./gate/record.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
/** Width of a line of prose, in characters. Tables, code and what cannot be broken may be wider. */
const WIDTH = 120;

/** Returns the lines of a page that are prose: no code, table or heading. */
function proseOf(page: string): string[] {
  let isCode = false;
  return page.split("\n").filter((line) => {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    return !isCode && !/^\s*(\||#|```|~~~|<|>)/.test(line);
  });
}

test("the glossary defines each term once", () => {
  const lines = read("docs/glossary.md").split("\n");
  const terms = lines.flatMap((line) => /^\| ([^|]+) \|/.exec(line)?.[1]?.split(", ") ?? []);
  const defined = terms.map((term) => term.trim().toLowerCase()).filter((term) => term !== "term");
  expect(defined.length).toBeGreaterThan(100);
  expect(defined.filter((term, at) => defined.indexOf(term) !== at)).toEqual([]);
});

test("lines of prose are as short as those of the code", () => {
  const pages = execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" }).trim().split("\n");
  expect(pages.length).toBeGreaterThan(100);
  const long = pages
    .filter((page) => page !== "docs/third-party-licences.md")
    .flatMap((page) => proseOf(read(page)).map((line) => ({ page, line })))
    .filter(({ line }) => line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, "").length > WIDTH);
  expect(long).toEqual([]);
});
