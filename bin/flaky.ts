import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { failuresOf } from "../proof/gate/attempts.ts";
import { readRecord, reports, root } from "../proof/gate/record.ts";
import { lastCommit, readResult } from "./last-test.ts";
import { type Run, script, vitest } from "./steps.ts";

/**
 * Runs tests several times, and prints how often each one failed.
 *
 *     npm run flaky -- proof/journeys/administration/tags.test.ts --runs 20 --stress
 *     npm run flaky -- --project components --runs 5
 *     npm run flaky -- --runs 5
 *
 * `--stress` keeps two processors busy beside the tests. Without a file or project it runs `npm test`, whose unstable
 * tests count as failed. Each run is added to `node_modules/.cache/flaky.jsonl`, and the figures are of all runs of this
 * commit that the file has.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "10" },
    project: { type: "string", multiple: true, default: [] },
    stress: { type: "boolean", default: false },
  },
});

const BUSY_LOOPS = 2;
const record = join(root, "node_modules", ".cache", "flaky.jsonl");
const commit = lastCommit();
const runs = Number(values.runs);
const isAll = values.project.length + positionals.length === 0;
const what = isAll ? "npm test" : [...values.project, ...positionals].join(" ");
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs ${values.runs} is not a positive number`);

const whole: Run = { args: [script("bin/test.ts")] };
const isJourney = positionals.some((file) => file.startsWith("proof/journeys/"));
const some = vitest("flaky", [
  ...positionals,
  ...values.project.flatMap((name) => ["--project", name]),
  ...(isJourney ? ["--config", "proof/journeys/vitest.config.ts"] : []),
]);

type Kept = { commit: string; what: string; isStressed: boolean; isGreen: boolean; seconds: number; failed: string[] };

const busy: ChildProcess[] = values.stress
  ? Array.from({ length: BUSY_LOOPS }, () => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }))
  : [];
process.once("exit", () => {
  for (const loop of busy) loop.kill();
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

for (let run = 1; run <= runs; run++) {
  const began = Date.now();
  const isGreen = await runOnce();
  const seconds = Math.round((Date.now() - began) / 1000);
  const failed = failedTests();
  const kept: Kept = { commit, what, isStressed: values.stress, isGreen, seconds, failed };
  mkdirSync(join(root, "node_modules", ".cache"), { recursive: true });
  appendFileSync(record, `${JSON.stringify(kept)}\n`);
  console.log(
    `run ${run} of ${runs}: ${isGreen ? "green" : "RED"} in ${seconds} s${failed.map((test) => `\n  ${test}`).join("")}`,
  );
}
printFigures();
process.exit(0);

function runOnce(): Promise<boolean> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const { args, env } = isAll ? whole : some;
  const child = spawn(process.execPath, args, {
    ...{ cwd: root, stdio: "ignore" },
    env: { ...process.env, ...env, SCREENSHOTS: "off" },
  });
  return new Promise((done) => child.once("exit", (code) => done(code === 0)));
}

function failedTests(): string[] {
  if (isAll) return [...readResult().red, ...readResult().listed, ...readResult().unstable];
  return readRecord(some.record ?? "")
    .files.filter(({ isOk }) => !isOk)
    .flatMap((file) => failuresOf(file, { result: file, unhandled: [] }))
    .map(({ path, test }) => `${path}: ${test}`);
}

/** Prints the failures per 100 runs of each test that failed, over all kept runs of the same tests and commit. */
function printFigures(): void {
  const all: Kept[] = readFileSync(record, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const same = all.filter((run) => run.commit === commit && run.what === what);
  const counts = new Map<string, number>();
  for (const test of same.flatMap(({ failed }) => [...new Set(failed)])) counts.set(test, (counts.get(test) ?? 0) + 1);
  const stressed = same.filter(({ isStressed }) => isStressed).length;
  const red = same.filter(({ isGreen }) => !isGreen).length;
  console.log(
    `\n${what} on ${commit.slice(0, 8)}: ${same.length} runs, ${stressed} of them beside busy loops, ${red} red`,
  );
  for (const [test, times] of [...counts].toSorted(([, a], [, b]) => b - a))
    console.log(`${((100 * times) / same.length).toFixed(1).padStart(6)} of 100  ${test}`);
}
