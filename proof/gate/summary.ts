import type { Failure } from "./attempts.ts";
import { linesOfPage, shownPages } from "./pages.ts";
import type { FileResult } from "./record.ts";

/**
 * The result of a run of steps. `took`: a line for each step; `seconds` of each step that ran; `notes`: what was left out
 * or ran in another way. `red` refuses the change; `listed`: red, and in the list of unstable tests.
 */
export type Outcome = {
  took: string[];
  seconds: Record<string, number>;
  files: FileResult[];
  red: Failure[];
  listed: Failure[];
  unstable: Failure[];
  notes: string[];
};

/** The end of a long output is the part that is kept elsewhere. */
const LAST_LINES = 80;
/** Lines of the last ones that are not for failures: steps, notes, headlines, remarks and counts. */
const OTHER_LINES = 34;
const MAX_LINES_OF_RED = 8;
const MAX_UNSTABLE = 8;
const MAX_SKIPPED = 4;
const SLOW_FILES = 10;
/** Characters of a page that are printed for each failure. */
const PAGE_LENGTH = 1_000;
const LINE_LENGTH = 240;

export const isGreen = ({ red }: Outcome): boolean => red.length === 0;

/** Returns everything that is known of the failures, and the slowest test files. */
export function detailLines({ files, red, listed, unstable }: Outcome): string[] {
  const pages = shownPages();
  const details = [...unstable, ...listed, ...red].flatMap(({ path, test, title, why }) => [
    ...["", `${path}: ${test}`, why],
    ...pages.filter((page) => page.test === title).flatMap((page) => linesOfPage(page, PAGE_LENGTH)),
  ]);
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, SLOW_FILES);
  const times = slowest.map(({ ms, path }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${path}`);
  return [...(times.length > 0 ? ["", "The slowest files:", ...times] : []), ...details];
}

/** Returns the last lines of a run, at most 80: everything that decides. `remarks` stand above the counts. */
export function lastLines(outcome: Outcome, remarks: string[] = []): string[] {
  const { took, notes, red, listed, unstable } = outcome;
  const linesOfRed = Math.floor((LAST_LINES - OTHER_LINES - MAX_UNSTABLE * 2) / Math.max(1, red.length));
  return [
    ...["", ...took, ...notes, ...skippedLines(outcome)],
    ...part("Unstable: failed, then passed alone. Find out why, and mend each:", unstable, 2, MAX_UNSTABLE),
    ...part("Listed in unstable.json, still red:", listed, 1),
    ...part("Failed:", red, Math.min(MAX_LINES_OF_RED, Math.max(1, linesOfRed)), LAST_LINES - OTHER_LINES),
    ...remarks,
    ...["", countsOf(outcome)],
  ];
}

/** Returns a line with the name of each failure and the first lines of its message. */
function part(headline: string, failures: readonly Failure[], most: number, maxFailures = 12): string[] {
  if (failures.length === 0) return [];
  const shown = failures.slice(0, maxFailures).flatMap(({ path, test, why }) => {
    const message = why.split("\n").slice(0, most - 1);
    return [`  ${path}: ${test}`, ...message].filter(Boolean).map((line) => line.slice(0, LINE_LENGTH));
  });
  const more = failures.length - maxFailures;
  return [headline, ...shown, ...(more > 0 ? [`  and ${more} more`] : [])];
}

/** Returns a line for each reason for which tests were skipped. */
function skippedLines({ files }: Outcome): string[] {
  const skipped = files.flatMap(({ path, tests }) => tests.flatMap(({ note }) => (note ? [`${path}: ${note}`] : [])));
  return [...new Set(skipped)].slice(0, MAX_SKIPPED).map((line) => `Skipped: ${line}`.slice(0, LINE_LENGTH));
}

/** Counts the tests that passed, in the run or alone; the form of the line is read by other programs. */
function countsOf({ files, red, unstable }: Outcome): string {
  const states = files.flatMap(({ tests }) => tests.map(({ state }) => state));
  const count = (wanted: string) => states.filter((state) => state === wanted).length;
  const skipped = count("skipped");
  return `${count("passed") + unstable.length} passed, ${red.length} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
