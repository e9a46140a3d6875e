import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { reports } from "./record.ts";

/** A page as it was when an attempt of the journey `test` failed. `troubles`: its latest errors and refused requests. */
export type PageShown = { test: string; path: string; text: string; troubles: string[] };

const pages = join(reports, "pages.jsonl");
export function noteShownPage(shown: PageShown): void {
  mkdirSync(reports, { recursive: true });
  appendFileSync(pages, `${JSON.stringify(shown)}\n`);
}

/** Returns the pages that the journeys noted, in the order of the failures. */
export const shownPages = (): PageShown[] =>
  existsSync(pages)
    ? readFileSync(pages, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
    : [];

/** Lines for the output of a run: at most `length` characters of the text on one line, then the page's errors. */
export const linesOfPage = ({ path, text, troubles }: PageShown, length: number): string[] => [
  `      ${path} shows: ${text.replaceAll(/\s*\n\s*/g, " | ").slice(0, length)}`,
  ...troubles.map((trouble) => `        ${trouble.replaceAll(/\s+/g, " ")}`),
];
