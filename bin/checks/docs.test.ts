import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../proof/gate/record.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
/** Width of a line of prose, in characters. Code, headings and what cannot be broken may be wider. */
const WIDTH = 120;
/** Width of a row of a table, in characters, without padding and the addresses of links. */
const ROW_WIDTH = 220;

/** Returns the lines of a page without those of code. */
function proseAndTablesOf(page: string): string[] {
  let isCode = false;
  return page.split("\n").filter((line) => {
    if (!/^\s*(```|~~~)/.test(line)) return !isCode;
    isCode = !isCode;
    return false;
  });
}

/** Returns the lines of a page that are prose: no code, table or heading. */
const proseOf = (page: string): string[] => proseAndTablesOf(page).filter((line) => !/^\s*[|#]/.test(line));

const rowsOf = (page: string): string[] => proseAndTablesOf(page).filter((line) => /^\s*\|/.test(line));

/** Whether a line has a space at which it can be broken: one outside of its bullet, code and links. */
const canBeBroken = (line: string): boolean =>
  /\S\s+\S/.test(line.replace(/^\s*([-*]|\d+\.)\s/, "").replaceAll(/`[^`]*`|\[[^\]]*\]\([^)]*\)/g, "x"));

const ownPages = (): string[] =>
  execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n")
    .filter((page) => page !== "docs/third-party-licences.md");

test("the glossary defines each term once", () => {
  const lines = read("docs/glossary.md").split("\n");
  const terms = lines.flatMap((line) => /^\| ([^|]+) \|/.exec(line)?.[1]?.split(", ") ?? []);
  const defined = terms.map((term) => term.trim().toLowerCase()).filter((term) => term !== "term");
  expect(defined.length).toBeGreaterThan(100);
  expect(defined.filter((term, at) => defined.indexOf(term) !== at)).toEqual([]);
});

/** Returns the addresses of a page's links to files and headings. */
const linksOf = (page: string): string[] =>
  proseAndTablesOf(page)
    .flatMap((line) => [...line.replaceAll(/`[^`]*`/g, "").matchAll(/\]\(([^)\s]+)\)/g)])
    .map(([, address = ""]) => address)
    .filter((address) => !/^[a-z]+:/.test(address));

/** Returns the anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/^#+\s+/, "")
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .toLowerCase()
    .replaceAll(/\s/g, "-");

const headingsOf = (page: string): string[] =>
  proseAndTablesOf(page)
    .filter((line) => /^#+\s/.test(line))
    .map(anchorOf);

test("each link of a page leads to a file or folder of the repository, and to a heading of it", () => {
  const broken = ownPages().flatMap((page) =>
    linksOf(read(page)).flatMap((address) => {
      const [path = "", anchor] = address.split("#");
      const target = path === "" ? page : join(dirname(page), path);
      const isThere = existsSync(join(root, target));
      const hasHeading = anchor === undefined || (target.endsWith(".md") && headingsOf(read(target)).includes(anchor));
      return isThere && hasHeading ? [] : [`${page}: ${address}`];
    }),
  );
  expect(broken).toEqual([]);
});

test("lines of prose are as short as those of the code", () => {
  const pages = ownPages();
  expect(pages.length).toBeGreaterThan(100);
  const long = pages
    .flatMap((page) => proseOf(read(page)).map((line) => ({ page, line })))
    .filter(({ line }) => line.length > WIDTH && canBeBroken(line));
  expect(long).toEqual([]);
});

test("rows of tables can be read without scrolling far", () => {
  const long = ownPages()
    .filter((page) => page !== "pwa/i18n/terms.md") // Generated from terms.ts.
    .flatMap((page) => rowsOf(read(page)).map((row) => ({ page, row })))
    .filter(({ row }) => row.replaceAll(/\]\([^)]*\)/g, "]").replaceAll(/[ -]{2,}/g, " ").length > ROW_WIDTH);
  expect(long).toEqual([]);
});
