import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  failedAttempts,
  linesOfPage,
  type Report,
  reports,
  root,
  shownPages,
  type TestFile,
} from "./reports/test-reports.ts";

const SLOW_FILES = 10;
/** Characters of a page that are printed for each attempt. */
const FAILED_PAGE_LENGTH = 1_000;
const FLAKY_PAGE_LENGTH = 300;

export type Run = { args: string[]; report?: string; env?: Record<string, string> };
/** A step; its runs execute in parallel. */
export type Step = { name: string; runs: Run[] };

export const tool = (path: string) => join(root, "node_modules", path);
export const script = (path: string) => join(root, path);

/** Describes a vitest run that writes its counts and durations to the report `name`. */
export function vitest(name: string, args: string[], env?: Record<string, string>): Run {
  const report = join(reports, `${name}.json`);
  const output = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return { args: [tool("vitest/vitest.mjs"), "run", ...args, ...output], report, env };
}

/** The result of a run of steps; `seconds` of each step that ran. */
export type Outcome = { isGreen: boolean; seconds: Record<string, number> };

/**
 * Runs the steps in order and prints the duration of each, the slowest test files and the counts of all tests. Stops
 * after the first failed step, unless `goesOn`, and at `signal`.
 */
export async function runSteps(
  steps: Step[],
  { goesOn = false, signal }: { goesOn?: boolean; signal?: AbortSignal } = {},
): Promise<Outcome> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const took: string[] = [];
  const durations: Record<string, number> = {};
  const files: TestFile[] = [];
  let passed = 0;
  let failed = 0;
  for (const { name, runs } of steps) {
    if (signal?.aborted) return { isGreen: false, seconds: durations };
    const began = Date.now();
    console.log(`\n── ${name}`);
    const isOk = (await Promise.all(runs.map((each) => succeeds(each, signal)))).every(Boolean);
    const ms = Date.now() - began;
    durations[name] = Math.round(ms / 100) / 10;
    const line = `${name}: ${isOk ? "ok" : "FAILED"} in ${seconds(ms)}`;
    took.push(line);
    console.log(`── ${line}`);
    const before = failed;
    for (const { numPassedTests, numFailedTests, testResults } of runs.flatMap(readReport)) {
      passed += numPassedTests;
      failed += numPassedTests === 0 ? Math.max(1, numFailedTests) : numFailedTests;
      files.push(...testResults);
    }
    if (!isOk && failed === before) failed += 1;
    if (!isOk && !goesOn) break;
  }
  const slowest = files.toSorted((a, b) => durationOf(b) - durationOf(a)).slice(0, SLOW_FILES);
  console.log(`\n${took.join("\n")}`);
  if (slowest.length > 0) console.log("\nThe slowest files:");
  for (const file of slowest) console.log(`${seconds(durationOf(file)).padStart(8)}  ${file.name.replace(root, "")}`);
  const attempts = files.flatMap(failedAttempts);
  const [flaky, broken] = [attempts.filter(({ isPassed }) => isPassed), attempts.filter(({ isPassed }) => !isPassed)];
  const pages = shownPages();
  const print = (headline: string, some: typeof attempts, length: number) => {
    if (some.length > 0) console.log(headline);
    for (const { test, name, why } of some) {
      const shown = pages.filter((page) => page.test === name).flatMap((page) => linesOfPage(page, length));
      console.log([`  ${test}`, why, ...shown].join("\n"));
    }
  };
  print("\nFlaky: failed, then passed when run again. Find out why, and mend each:", flaky, FLAKY_PAGE_LENGTH);
  // The end of a long output is the part that is kept elsewhere.
  print("\nFailed:", broken, FAILED_PAGE_LENGTH);
  console.log(`\n${passed} passed, ${failed} failed, ${flaky.length} flaky`);
  return { isGreen: failed === 0, seconds: durations };
}

const durationOf = ({ startTime, endTime }: TestFile) => endTime - startTime;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const readReport = ({ report }: Run): Report[] =>
  report && existsSync(report) ? [JSON.parse(readFileSync(report, "utf8"))] : [];

function succeeds({ args, env }: Run, signal?: AbortSignal): Promise<boolean> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, ...env },
      signal,
    });
    child.on("error", (error) => signal?.aborted || fail(error));
    child.once("exit", (code) => done(code === 0));
  });
}
