import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Failure } from "../proof/gate/attempts.ts";
import { type FileKey, readRecord, reports, root, type TestRecord } from "../proof/gate/record.ts";
import { type EndedRun, judgeOnce, type MayStart, rerunRed } from "../proof/gate/rerun.ts";
import { detailLines, lastLines, type Outcome } from "../proof/gate/summary.ts";
import { isListed, type UnstableTest } from "../proof/gate/unstable.ts";

/** A command. A run of vitest has a record. `again`: a run of some of its files with other options. */
export type Run = {
  name?: string;
  args: string[];
  record?: string;
  env?: Record<string, string>;
  again?: (name: string, files: FileKey[], options: string[]) => Run;
};
/**
 * A step; its runs execute in parallel. A function prepares them when the step begins, and returns none to leave it out.
 * `needs`: the step is left out when this one failed.
 */
export type Step = { name: string; runs: Run[] | (() => Promise<Run[]>); needs?: string };

export const tool = (path: string) => join(root, "node_modules", path);
export const script = (path: string) => join(root, path);

const reporter = script("proof/gate/reporter.ts");

/** Describes a vitest run that writes its results to the record `name`. */
export function vitest(name: string, args: string[], env?: Record<string, string>, command = "run"): Run {
  const record = join(reports, `${name}.jsonl`);
  const config = args.indexOf("--config");
  const again = (part: string, files: FileKey[], options: string[]) => {
    const projects = [...new Set(files.map(({ project }) => project))].filter(Boolean);
    const where = [
      ...(config < 0 ? [] : args.slice(config, config + 2)),
      ...projects.flatMap((one) => ["--project", one]),
    ];
    return vitest(`${name}-${part}`, [...where, ...files.map(({ path }) => join(root, path)), ...options], env);
  };
  return {
    ...{ name, record, again },
    args: [tool("vitest/vitest.mjs"), command, ...args, "--reporter=default", `--reporter=${reporter}`],
    env: { ...env, TEST_RECORD: record },
  };
}

type Options = {
  /** Runs the later steps after a failed one, too. */
  goesOn?: boolean;
  /** Runs red test files again, each alone, if this returns true for the seconds of the file. */
  mayRerun?: MayStart;
  /** Red tests that do not refuse the change. */
  unstable?: readonly UnstableTest[];
  /** Returns lines to print above the counts. */
  remarks?: (outcome: Outcome) => string[];
  signal?: AbortSignal;
};

/**
 * Runs the steps in order and prints the duration of each, what failed, and the counts of all tests. Stops after the
 * first failed step, unless `goesOn`, and at `signal`.
 */
export async function runSteps(steps: Step[], options: Options = {}): Promise<Outcome> {
  const { mayRerun, unstable = [], remarks, signal } = options;
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const { took, seconds, ended } = await runAll(steps, options);
  const began = Date.now();
  const commands = ended.filter(({ run, isOk }) => !run.record && !isOk).map(failedCommand);
  const runs = ended.flatMap(({ run, isOk }) => endedRun(run, isOk, signal));
  const verdict = mayRerun ? await rerunRed(runs, mayRerun) : judgeOnce(runs);
  if (mayRerun) took.push(`reruns: ${inSeconds(Date.now() - began)} s`);
  const red = [...commands, ...verdict.red];
  const outcome: Outcome = {
    ...{ took, seconds, files: runs.flatMap(({ record }) => record.files), notes: verdict.notes },
    red: red.filter((failure) => !isListed(failure, unstable)),
    listed: red.filter((failure) => isListed(failure, unstable)),
    unstable: verdict.unstable,
  };
  if (signal?.aborted) outcome.red.push(failedCommand({ step: "the run", run: { args: ["it was ended"] } }));
  console.log([...detailLines(outcome), ...lastLines(outcome, remarks?.(outcome))].join("\n"));
  return outcome;
}

type Ended = { step: string; run: Run; isOk: boolean };

async function runAll(steps: Step[], { goesOn, signal }: Options) {
  const took: string[] = [];
  const seconds: Record<string, number> = {};
  const failed = new Set<string>();
  const ended: Ended[] = [];
  for (const { name, runs: given, needs } of steps) {
    if (signal?.aborted) break;
    if (needs !== undefined && failed.has(needs)) {
      took.push(`${name}: left out, because ${needs} failed`);
      continue;
    }
    const began = Date.now();
    console.log(`\n── ${name}`);
    const results = await runAtOnce(given, signal);
    ended.push(...results.map((result) => ({ step: name, ...result })));
    const isOk = results.every((result) => result.isOk);
    seconds[name] = inSeconds(Date.now() - began);
    took.push(`${name}: ${isOk ? "ok" : "FAILED"} in ${seconds[name]} s`);
    console.log(`── ${took.at(-1)}`);
    if (!isOk) failed.add(name);
    if (!isOk && !goesOn) break;
  }
  return { took, seconds, ended };
}

async function runAtOnce(given: Step["runs"], signal?: AbortSignal): Promise<Omit<Ended, "step">[]> {
  try {
    const runs = typeof given === "function" ? await given() : given;
    return await Promise.all(runs.map(async (run) => ({ run, isOk: await succeeds(run, signal) })));
  } catch (error) {
    return [{ run: { args: [`it could not start: ${error}`] }, isOk: false }];
  }
}

const failedCommand = ({ step, run }: Pick<Ended, "step" | "run">): Failure => ({
  ...{ project: "", path: step, test: "(the command)", title: "(the command)", isOfNever: false },
  why: `      ${run.args.join(" ").replaceAll(root, "")}`,
});

/** Returns a run of vitest with the ways to run its files again; nothing for another command. */
function endedRun({ name = "", record, again }: Run, isOk: boolean, signal?: AbortSignal): EndedRun[] {
  if (!record || !again) return [];
  const runAgain = async (run: Run): Promise<TestRecord> => {
    await succeeds(run, signal);
    return readRecord(run.record ?? "");
  };
  const nameOf = ({ path }: FileKey, attempt: number) => `${path.replaceAll("/", "-")}-${attempt}`;
  return [
    {
      ...{ name, isOk, record: readRecord(record) },
      runRest: (files) => runAgain(again("rest", files, [])),
      runAlone: (file, attempt) => runAgain(again(nameOf(file, attempt), [file], ["--maxWorkers", "1"])),
    },
  ];
}

/** With one decimal. */
const inSeconds = (ms: number): number => Math.round(ms / 100) / 10;

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
