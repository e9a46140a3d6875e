import { type FileKey, type FileResult, linesShown, type Unhandled } from "./record.ts";

/** One run of a test file. `result` is null when the file did not report. */
export type Attempt = { result: FileResult | null; unhandled: Unhandled[] };
/** A test that failed. `why`: the lines of its failure. `isOfNever`: it shows what must never happen. */
export type Failure = FileKey & { test: string; title: string; why: string; isOfNever: boolean };
/** `unstable`: failed, then passed alone. */
export type Verdict = { red: Failure[]; unstable: Failure[] };

/** The names of what fails beside the tests of a file. */
const OUTSIDE_TESTS = "(outside its tests)";
const NO_REPORT = "(did not report)";
const UNHANDLED = "(unhandled error)";

/** Files whose tests show what must never happen: a message lost or doubled, another company's row seen. */
const neverFiles = /chaos|conversation-scripts|convergence|isolation/;
const neverMessages =
  /\b(?:message|file|payment|answer)s?\b.{0,60}\b(?:lost|doubled|twice)\b|\b(?:lost|doubled)\b.{0,30}\b(?:message|file|payment|answer)|another company/i;
const otherLosses = /\blost (?:the |its )?(?:connection|lease)|lease_lost/i;

export const isNeverFile = (path: string): boolean => neverFiles.test(path);
/** Returns whether a failure says that something was lost, doubled or seen by another company. */
export const saysNever = ({ test, why }: { test: string; why: string }): boolean =>
  `${test}\n${why}`.split("\n").some((line) => neverMessages.test(line) && !otherLosses.test(line));

/** Returns what failed in an attempt. */
export function failuresOf(key: FileKey, { result, unhandled }: Attempt): Failure[] {
  const failure = (test: string, title: string, texts: string[]): Failure => {
    const why = linesShown(texts.join("\n"));
    return { ...key, test, title, why, isOfNever: isNeverFile(key.path) || saysNever({ test, why }) };
  };
  const outside = unhandled.map(({ text }) => failure(UNHANDLED, UNHANDLED, [text])).slice(0, 1);
  if (!result) return [...outside, failure(NO_REPORT, NO_REPORT, ["the file did not report"])];
  const tests = namedTests(result)
    .filter(({ state }) => state === "failed" || state === "pending")
    .map(({ name, title, errors }) => failure(name, title, errors));
  const isBroken = !result.isOk && (result.errors.length > 0 || tests.length === 0);
  if (isBroken) outside.push(failure(OUTSIDE_TESTS, OUTSIDE_TESTS, result.errors));
  return [...tests, ...outside];
}

/** Returns whether what failed in another attempt is well in this one. A test that is missing is not. */
function isWell(test: string, { result, unhandled }: Attempt): boolean {
  if (!result) return false;
  if (test === NO_REPORT) return true;
  if (test === UNHANDLED) return unhandled.length === 0;
  if (test === OUTSIDE_TESTS) return result.isOk || result.errors.length === 0;
  return namedTests(result).some(({ name, state }) => name === test && state === "passed");
}

/** A test with the name of an earlier one has its number behind it. */
function namedTests({ tests }: FileResult) {
  const times = new Map<string, number>();
  return tests.map((test) => {
    const time = (times.get(test.name) ?? 0) + 1;
    times.set(test.name, time);
    return { ...test, name: time === 1 ? test.name : `${test.name} (${time})` };
  });
}

/** Reruns that decide about what must never happen, and how many of them may fail. */
export const NEVER_RERUNS = 3;
const NEVER_FAILURES = 1;

/**
 * Judges the attempts of one file; the first is the run's. What passed in one attempt is unstable. What must never
 * happen is red when a rerun shows it again, or when two of the three reruns fail.
 */
export function judge(key: FileKey, attempts: readonly Attempt[]): Verdict {
  const [, ...reruns] = attempts;
  const all = attempts.map((attempt) => failuresOf(key, attempt));
  const first = new Map<string, Failure>();
  for (const failure of all.flat()) if (!first.has(failure.test)) first.set(failure.test, failure);
  const isRed = ({ test, isOfNever }: Failure): boolean => {
    const again = all.slice(1).flatMap((failures) => failures.filter((failure) => failure.test === test));
    if (again.some(saysNever)) return true;
    if (!isOfNever) return !attempts.some((attempt) => isWell(test, attempt));
    const failed = reruns.filter((rerun) => !isWell(test, rerun)).length;
    return reruns.length < NEVER_RERUNS || failed > NEVER_FAILURES;
  };
  const failures = [...first.values()];
  return { red: failures.filter(isRed), unstable: failures.filter((failure) => !isRed(failure)) };
}
