import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";

export const root = new URL("../..", import.meta.url).pathname;
/** The folder of the reports; the tests of the gate name another. */
export const reports = process.env.TEST_REPORTS ?? join(root, "dist", "reports");

/** Vitest's JSON report; times in milliseconds. `message`: an error of the file outside its tests. */
export type Report = { numPassedTests: number; numFailedTests: number; testResults: TestFile[] };
export type TestFile = {
  name: string;
  startTime: number;
  endTime: number;
  status: string;
  message: string;
  assertionResults: TestResult[];
};
type TestResult = { title: string; fullName: string; status: string; failureMessages: string[] };

const FAILURE_LINES = 12;

/** The name of what fails at import or in a hook, when no test of the file ran. */
const OUTSIDE_TESTS = "(outside its tests)";

type Result = { file: string; test: string; title: string; isPassed: boolean; isFailed: boolean; why: string };

/** Returns the results of a file's tests; a test with the name of an earlier one has its number behind it. */
export function testsOf({ name, status, message, assertionResults }: TestFile): Result[] {
  const file = name.replace(root, "");
  const times = new Map<string, number>();
  const tests = assertionResults.map(({ title, fullName, status, failureMessages }) => {
    const time = (times.get(fullName) ?? 0) + 1;
    times.set(fullName, time);
    return {
      ...{ file, title, test: time === 1 ? fullName : `${fullName} (${time})` },
      ...{ isPassed: status === "passed", isFailed: status === "failed" },
      why: failureMessages.flatMap(linesShown).join("\n"),
    };
  });
  const isBroken = status === "failed" && (message !== "" || !tests.some(({ isFailed }) => isFailed));
  const why = linesShown(message || "a hook or an import failed").join("\n");
  const outside = { file, title: OUTSIDE_TESTS, test: OUTSIDE_TESTS, isPassed: !isBroken, isFailed: isBroken, why };
  return [...tests, outside];
}

export const failedTests = (file: TestFile): Result[] => testsOf(file).filter(({ isFailed }) => isFailed);

/** Files whose tests show what must never happen: a message lost or doubled, another company's row seen. */
const neverFiles = /chaos|conversation-scripts|convergence|isolation/;
const neverMessages =
  /\b(?:message|file|payment|answer)s?\b.{0,60}\b(?:lost|doubled|twice)\b|\b(?:lost|doubled)\b.{0,30}\b(?:message|file|payment|answer)|another company/i;
const otherLosses = /\blost (?:the )?(?:connection|lease)|lease_lost/i;

/** Returns whether a red file shows that something happened which must never happen. */
export const isMustNever = (file: TestFile): boolean =>
  neverFiles.test(file.name.replace(root, "")) ||
  failedTests(file).some(({ test, why }) => {
    const said = `${test}\n${why}`;
    return neverMessages.test(said) && !otherLosses.test(said);
  });

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
