import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { linesOfPage, type Report, reports, root, shownPages, type TestFile } from "./reports/test-reports.ts";
import { type Failure, rerunRed } from "./rerun.ts";
import { isListed, readUnstable } from "./unstable.ts";

const SLOW_FILES = 10;
/** Characters of a page that are printed for each attempt. */
const FAILED_PAGE_LENGTH = 1_000;
const UNSTABLE_PAGE_LENGTH = 300;

/** A command; `again`: of vitest, the run of one of its files alone. */
export type Run = {
  args: string[];
  report?: string;
  env?: Record<string, string>;
  again?: (file: string, attempt: number) => Run;
};
/** A step; its runs execute in parallel. `needs`: it is left out when this step failed. */
export type Step = { name: string; runs: Run[]; needs?: string };

export const tool = (path: string) => join(root, "node_modules", path);
export const script = (path: string) => join(root, path);

/** Describes a vitest run that writes its counts and durations to the report `name`. */
export function vitest(name: string, args: string[], env?: Record<string, string>): Run {
  const report = join(reports, `${name}.json`);
  const output = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const config = args.indexOf("--config");
  const again = (file: string, attempt: number) => {
    const place = file.replace(root, "").replaceAll("/", "-");
    const alone = [file, "--maxWorkers", "1", "--retry", "0"];
    return vitest(
      `${name}-${place}-${attempt}`,
      [...(config < 0 ? [] : args.slice(config, config + 2)), ...alone],
      env,
    );
  };
  return { args: [tool("vitest/vitest.mjs"), "run", ...args, ...output], report, env, again };
}

/** The result of a run of steps; `seconds` of each step that ran. */
export type Outcome = { isGreen: boolean; seconds: Record<string, number> };

type Options = {
  /** Runs the later steps after a failed one, too. */
  goesOn?: boolean;
  /** Runs red test files again, each alone. */
  reruns?: boolean;
  /** Returns lines to print above the counts. */
  remarks?: (seconds: Record<string, number>) => string[];
  signal?: AbortSignal;
};

/**
 * Runs the steps in order and prints the duration of each, the slowest test files and the counts of all tests. Stops
 * after the first failed step, unless `goesOn`, and at `signal`.
 */
export async function runSteps(steps: Step[], { goesOn, reruns, remarks, signal }: Options = {}): Promise<Outcome> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const took: string[] = [];
  const durations: Record<string, number> = {};
  const failed = new Set<string>();
  const ended: Ended[] = [];
  for (const { name, runs, needs } of steps) {
    if (signal?.aborted) return { isGreen: false, seconds: durations };
    if (needs !== undefined && failed.has(needs)) {
      took.push(`${name}: left out, because ${needs} failed`);
      continue;
    }
    const began = Date.now();
    console.log(`\n── ${name}`);
    const results = await Promise.all(runs.map((each) => succeeds(each, signal)));
    ended.push(...runs.map((run, at) => ({ step: name, run, isOk: results[at] === true, report: readReport(run) })));
    const isOk = results.every(Boolean);
    const ms = Date.now() - began;
    durations[name] = Math.round(ms / 100) / 10;
    took.push(`${name}: ${isOk ? "ok" : "FAILED"} in ${seconds(ms)}`);
    console.log(`── ${took.at(-1)}`);
    if (!isOk) failed.add(name);
    if (!isOk && !goesOn) break;
  }
  const began = Date.now();
  const { red, unstable } = await judgeRuns(ended, { reruns, signal });
  if (reruns) took.push(`reruns: ${seconds(Date.now() - began)}`);
  const list = readUnstable();
  const listed = reruns ? red.filter((failure) => isListed(failure, list)) : [];
  const refusing = red.filter((failure) => !listed.includes(failure));
  const files = ended.flatMap(({ report }) => report?.testResults ?? []);
  const slowest = files.toSorted((a, b) => durationOf(b) - durationOf(a)).slice(0, SLOW_FILES);
  console.log(`\n${took.join("\n")}`);
  if (slowest.length > 0) console.log("\nThe slowest files:");
  for (const file of slowest) console.log(`${seconds(durationOf(file)).padStart(8)}  ${file.name.replace(root, "")}`);
  printFailures("Unstable: failed, then passed alone. Find out why, and mend each:", unstable, UNSTABLE_PAGE_LENGTH);
  printFailures("Listed in unstable.json, still red:", listed, UNSTABLE_PAGE_LENGTH);
  // The end of a long output is the part that is kept elsewhere.
  printFailures("Failed:", refusing, FAILED_PAGE_LENGTH);
  for (const line of remarks?.(durations) ?? []) console.log(line);
  const passed = ended.reduce((sum, { report }) => sum + (report?.numPassedTests ?? 0), 0);
  console.log(`\n${passed + unstable.length} passed, ${refusing.length} failed`);
  return { isGreen: refusing.length === 0, seconds: durations };
}

type Ended = { step: string; run: Run; isOk: boolean; report: Report | null };

/** Returns what failed in the runs; a run that failed without a red test file is a failure of its own. */
async function judgeRuns(
  ended: Ended[],
  { reruns, signal }: Options,
): Promise<{ red: Failure[]; unstable: Failure[] }> {
  const hasRedFile = ({ report }: Ended) => report?.testResults.some(({ status }) => status === "failed");
  const withoutFile = ended
    .filter((each) => !each.isOk && !hasRedFile(each))
    .map(({ step, run }) => ({
      file: step,
      test: "(the command)",
      why: `      ${run.args.join(" ").replaceAll(root, "")}`,
    }));
  const withReport = ended.flatMap(({ run, report }) => {
    if (!report) return [];
    const runAlone = async (file: string, attempt: number) => {
      const again = run.again?.(file, attempt);
      if (!again) return null;
      await succeeds(again, signal);
      return readReport(again)?.testResults.find(({ name }) => name === file) ?? null;
    };
    return [{ report, runAlone }];
  });
  const { red, unstable } = await rerunRed(withReport, { most: reruns ? undefined : 0 });
  return { red: [...withoutFile, ...red], unstable };
}

/** Prints each failure with the pages that its journey showed. */
function printFailures(headline: string, failures: Failure[], length: number): void {
  if (failures.length === 0) return;
  console.log(`\n${headline}`);
  const pages = shownPages();
  for (const { file, test, why } of failures) {
    const shown = pages.filter((page) => test.endsWith(page.test)).flatMap((page) => linesOfPage(page, length));
    console.log([`  ${file}: ${test}`, why, ...shown].join("\n"));
  }
}

const durationOf = ({ startTime, endTime }: TestFile) => endTime - startTime;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const readReport = ({ report }: Run): Report | null =>
  report && existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : null;

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
