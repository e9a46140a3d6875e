import { failedTests, isMustNever, type Report, type TestFile, testsOf } from "./reports/test-reports.ts";

/** A test that failed in an attempt of its file. `why`: the lines of its first failure. */
export type Failure = { file: string; test: string; why: string };
/** `unstable`: failed, then passed in a process of its own. */
export type Verdict = { red: Failure[]; unstable: Failure[] };

/** Runs a test file alone, in a new process. Returns null when it did not report. */
export type RunAlone = (file: string, attempt: number) => Promise<TestFile | null>;

/** More red files than this are not noise. */
export const MOST_RED_FILES = 12;
const RERUNS = 2;

/**
 * Runs each red file again, alone, at most twice. A test that failed is unstable when it passed in another attempt;
 * tests of what must never happen pass only when they passed in both reruns. `runAlone` belongs to the run of a report.
 */
export async function rerunRed(
  reports: readonly { report: Report; runAlone: RunAlone }[],
  { most = MOST_RED_FILES }: { most?: number } = {},
): Promise<Verdict> {
  const redFiles = reports.flatMap(({ report, runAlone }) =>
    report.testResults.filter(({ status }) => status === "failed").map((first) => ({ first, runAlone })),
  );
  const verdict: Verdict = { red: [], unstable: [] };
  const isTooMany = redFiles.length > most;
  if (isTooMany && most > 0) console.log(`\n${redFiles.length} files are red, more than ${most}: none runs again.`);
  for (const { first, runAlone } of redFiles) {
    const { red, unstable } = isTooMany ? judge([first]) : await rerunFile(first, runAlone);
    verdict.red.push(...red);
    verdict.unstable.push(...unstable);
  }
  return verdict;
}

async function rerunFile(first: TestFile, runAlone: RunAlone): Promise<Verdict> {
  const attempts: (TestFile | null)[] = [first];
  for (let attempt = 1; attempt <= RERUNS; attempt++) {
    console.log(`\n── again, alone (${attempt} of at most ${RERUNS}): ${first.name}`);
    attempts.push(await runAlone(first.name, attempt));
    if (!isMustNever(first) && judge(attempts).red.length === 0) break;
  }
  return judge(attempts);
}

/** Judges the attempts of one file; the first is the run's. A test that is missing in an attempt failed there. */
export function judge(attempts: readonly (TestFile | null)[]): Verdict {
  const [first, ...reruns] = attempts;
  const failures = new Map<string, Failure>();
  for (const attempt of attempts)
    for (const failure of attempt ? failedTests(attempt) : [])
      if (!failures.has(failure.test)) failures.set(failure.test, failure);
  const isPassed = (attempt: TestFile | null | undefined, test: string) =>
    attempt ? testsOf(attempt).some((each) => each.test === test && each.isPassed) : false;
  const verdict: Verdict = { red: [], unstable: [] };
  for (const failure of failures.values()) {
    const counts = first && isMustNever(first) ? reruns : attempts;
    const needed = first && isMustNever(first) ? RERUNS : 1;
    const passed = counts.filter((attempt) => isPassed(attempt, failure.test)).length;
    (passed >= needed ? verdict.unstable : verdict.red).push(failure);
  }
  return verdict;
}
