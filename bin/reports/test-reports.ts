import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";

export const root = new URL("../..", import.meta.url).pathname;
export const reports = join(root, "dist", "reports");

/** Vitest's JSON report; times in milliseconds. */
export type Report = { numPassedTests: number; numFailedTests: number; testResults: TestFile[] };
export type TestFile = { name: string; startTime: number; endTime: number; assertionResults: TestResult[] };
type TestResult = { title: string; fullName: string; status: string; failureMessages: string[] };

const FAILURE_LINES = 12;

/** Returns the tests of which an attempt failed, with its message. `isPassed`: a further attempt passed. */
export const failedAttempts = ({ name, assertionResults }: TestFile) =>
  assertionResults
    .filter(({ failureMessages }) => failureMessages.length > 0)
    .map(({ title, fullName, status, failureMessages }) => ({
      name: title,
      test: `${name.replace(root, "")}: ${fullName}`,
      isPassed: status === "passed",
      why: failureMessages.flatMap(linesShown).join("\n"),
    }));

/** The message of a failed attempt and the place, without colors. */
const linesShown = (message: string) =>
  stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.includes("/node_modules/"))
    .slice(0, FAILURE_LINES)
    .map((line) => `      ${line.replaceAll(root, "")}`);

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
