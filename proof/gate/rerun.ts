import { type Attempt, type Failure, failuresOf, judge, NEVER_RERUNS, type Verdict } from "./attempts.ts";
import { type FileKey, linesShown, sameFile, type TestRecord } from "./record.ts";

/** A run of vitest that has ended, and how its files run again: with the workers of the run, or one alone. */
export type EndedRun = {
  name: string;
  isOk: boolean;
  record: TestRecord;
  runRest(files: FileKey[]): Promise<TestRecord>;
  runAlone(file: FileKey, attempt: number): Promise<TestRecord>;
};
/** `notes`: what was not run, or ran in another way, and why. */
export type RunsVerdict = Verdict & { notes: string[] };

/** More red files than this are not noise, and neither is one message in more files than that. */
export const MAX_RED_FILES = 12;
export const MAX_OF_ONE_MESSAGE = 5;
const RERUNS = 2;

export type MayStart = (seconds: number) => boolean;
/** A file that did not report is taken for one of the longest. */
const LONG_SECONDS = 300;

type RedFile = { run: EndedRun; key: FileKey; first: Attempt };

/**
 * Runs each red file of the runs again, alone. Files that did not report run first, together. `mayStart` tells whether
 * the time of the gate allows a rerun that takes about so many seconds.
 */
export async function rerunRed(runs: readonly EndedRun[], mayStart: MayStart): Promise<RunsVerdict> {
  const verdict: RunsVerdict = { red: [], unstable: [], notes: [] };
  const redFiles: RedFile[] = [];
  for (const run of runs) {
    const found = await redFilesOf(run, mayStart, verdict);
    redFiles.push(...found);
    verdict.red.push(...redRunOf(run, found.length > 0));
  }
  const noise = whyNoNoise(redFiles);
  if (noise) verdict.notes.push(`No red file ran again: ${noise}.`);
  for (const redFile of redFiles) {
    const attempts = noise ? [redFile.first] : await attemptsOf(redFile, mayStart, verdict.notes);
    const { red, unstable } = judge(redFile.key, attempts);
    verdict.red.push(...red);
    verdict.unstable.push(...unstable);
  }
  verdict.unstable.sort((a, b) => Number(b.isOfNever) - Number(a.isOfNever));
  return verdict;
}

/** Returns the red files of runs without running any again. */
export function judgeOnce(runs: readonly EndedRun[]): RunsVerdict {
  const red = runs.flatMap((run) => {
    const { files, unhandled, planned } = run.record;
    const failed = keysOf(
      run,
      files.filter(({ isOk }) => !isOk),
      unhandled,
      missing(planned ?? [], files),
    );
    return [...failed.flatMap(({ key, first }) => failuresOf(key, first)), ...redRunOf(run, failed.length > 0)];
  });
  return { red, unstable: [], notes: [] };
}

/** Finds the red files of a run. Those that did not report because a process died run first, together. */
async function redFilesOf(run: EndedRun, mayStart: MayStart, { notes }: RunsVerdict): Promise<RedFile[]> {
  const { record } = run;
  const named = record.unhandled.flatMap(({ files }) => files);
  const silent = missing(record.planned ?? [], record.files);
  const unexplained = silent.filter(({ path }) => !named.includes(path));
  if (unexplained.length > 0 && mayStart(LONG_SECONDS)) {
    notes.push(`${unexplained.length} files of ${run.name} did not report, and ran again together.`);
    const rest = await run.runRest(unexplained);
    record.files.push(...rest.files);
    record.unhandled.push(...rest.unhandled);
    record.end ??= rest.end;
    // Its failure was the death of the process.
    run.isOk ||= rest.end !== null;
  }
  const failed = record.files.filter(({ isOk }) => !isOk);
  return keysOf(run, failed, record.unhandled, missing(record.planned ?? [], record.files));
}

/** The files that failed, are named by an unhandled error, or did not report, each once. */
function keysOf(run: EndedRun, failed: FileKey[], unhandled: TestRecord["unhandled"], silent: FileKey[]): RedFile[] {
  const { record } = run;
  const named = (record.planned ?? []).filter(({ path }) => unhandled.some(({ files }) => files.includes(path)));
  const all = [...failed, ...named, ...silent].map(({ project, path }) => ({ project, path }));
  return all
    .filter((key, at) => all.findIndex((other) => sameFile(other, key)) === at)
    .map((key) => ({ run, key, first: attemptIn(record, key) }));
}

const missing = (planned: readonly FileKey[], reported: readonly FileKey[]): FileKey[] =>
  planned.filter((key) => !reported.some((other) => sameFile(other, key)));

const attemptIn = ({ files, unhandled }: TestRecord, key: FileKey): Attempt => ({
  result: files.find((file) => sameFile(file, key)) ?? null,
  unhandled: unhandled.filter((error) => error.files.includes(key.path)),
});

/** Returns the failures that belong to no test file: unhandled errors, and the failure of the run itself. */
function redRunOf({ name, isOk, record }: EndedRun, hasRedFile: boolean): Failure[] {
  const whole = (test: string, why: string): Failure => ({
    ...{ project: "", path: name, test, title: test, why: linesShown(why), isOfNever: false },
  });
  const known = new Set(record.planned?.map(({ path }) => path));
  const homeless = record.unhandled.filter(({ files }) => !files.some((path) => known.has(path)));
  const red = homeless.map(({ text }) => whole("(unhandled error of no test file)", text));
  if (record.planned === null) red.push(whole("(the run)", "it ended before it knew its test files"));
  else if (record.end === null) red.push(whole("(the run)", "it did not end by itself"));
  else if (!isOk && !hasRedFile && red.length === 0)
    red.push(whole("(the run)", "it failed outside of its test files"));
  return red;
}

const timeLimit = /timed? ?out|time limit|exceeded/i;

/** Returns why so many failures cannot be noise; null when they can. */
function whyNoNoise(redFiles: RedFile[]): string | null {
  if (redFiles.length > MAX_RED_FILES) return `${redFiles.length} files are red, more than ${MAX_RED_FILES}`;
  const files = new Map<string, Set<string>>();
  for (const { key, first } of redFiles)
    for (const { why } of failuresOf(key, first)) {
      const message = (why.trim().split("\n")[0] ?? "").replaceAll(/\d+/g, "#");
      if (timeLimit.test(message) || !first.result) continue;
      files.set(message, (files.get(message) ?? new Set()).add(`${key.project} ${key.path}`));
    }
  const common = [...files].find(([, paths]) => paths.size > MAX_OF_ONE_MESSAGE);
  return common ? `"${common[0]}" is the message of ${common[1].size} files` : null;
}

/** Runs the file alone until it is decided. */
async function attemptsOf({ run, key, first }: RedFile, mayStart: MayStart, notes: string[]): Promise<Attempt[]> {
  const attempts = [first];
  const isOfNever = failuresOf(key, first).some((failure) => failure.isOfNever);
  const seconds = first.result ? first.result.ms / 1000 : LONG_SECONDS;
  const most = isOfNever ? NEVER_RERUNS : RERUNS;
  for (let attempt = 1; attempt <= most; attempt++) {
    if (!mayStart(seconds)) {
      notes.push(`${key.path} did not run again: the time for reruns is over.`);
      break;
    }
    console.log(`\n── again, alone (${attempt} of at most ${most}): ${key.path}`);
    const { files, unhandled } = await run.runAlone(key, attempt);
    // Nothing else ran, so each error is of this file.
    attempts.push({ result: files.find((file) => sameFile(file, key)) ?? null, unhandled });
    if (!isOfNever && judge(key, attempts).red.length === 0) break;
  }
  return attempts;
}
