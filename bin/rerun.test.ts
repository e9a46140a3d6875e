import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { isMustNever, root, type TestFile } from "./reports/test-reports.ts";
import { judge, MOST_RED_FILES, rerunRed } from "./rerun.ts";
import { isListed } from "./unstable.ts";

/** Runs fixtures as the gate does. Returns the exit code and the last 80 lines of the output. */
async function gate(...fixtures: string[]): Promise<{ code: number | null; end: string }> {
  const folder = mkdtempSync(join(tmpdir(), "balcao-gate-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST"));
  const env = { ...Object.fromEntries(own), GATE_FIXTURES: folder, TEST_REPORTS: join(folder, "reports") };
  const child = spawn(process.execPath, ["bin/testing/gate-fixtures/run.ts", ...fixtures], { cwd: root, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const code = await new Promise<number | null>((done) => child.once("close", done));
  return { code, end: stripVTControlCharacters(output).trimEnd().split("\n").slice(-80).join("\n") };
}

const lastLine = (text: string) => text.split("\n").at(-1);

test("a test that fails once passes alone: the run is green and names it as unstable", {
  timeout: 90_000,
}, async () => {
  const { code, end } = await gate("passes-alone", "cannot-load");
  expect(code, end).toBe(0);
  const [, unstable = ""] = end.split("Unstable: ");
  expect(unstable).toContain("passes-alone.fixture.ts: fails in the first attempt\n");
  expect(unstable).toContain("the machine was busy");
  expect(unstable).toContain("cannot-load.fixture.ts: (outside its tests)\n");
  expect(unstable).toContain("the module could not be loaded");
  expect(lastLine(end)).toBe("3 passed, 0 failed");
});

test("a test that fails in each attempt is red, and the later steps still run", { timeout: 90_000 }, async () => {
  const { code, end } = await gate("always-fails", "passes-alone");
  expect(code).toBe(1);
  expect(end).toContain("second: ok");
  expect(end).toContain("dependent: left out, because fixtures failed");
  const [, red = ""] = end.split("\nFailed:");
  expect(red).toContain("always-fails.fixture.ts: fails in each attempt\n");
  expect(red).toContain("the rule is broken");
  expect(red).not.toContain("passes-alone");
  expect(lastLine(end)).toBe("2 passed, 1 failed");
});

test("a file of what must never happen passes only when both reruns pass", { timeout: 90_000 }, async () => {
  const { code, end } = await gate("chaos");
  expect(code).toBe(1);
  expect(end).toContain("chaos.fixture.ts: fails in the first attempt and in one of two reruns");
  expect(lastLine(end)).toBe("0 passed, 1 failed");
});

type Given = Record<string, boolean>;
const givenFile = (tests: Given, { name = "a.test.ts", why = "expected 1 to be 2", message = "" } = {}): TestFile => ({
  ...{ name: join(root, name), startTime: 0, endTime: 1, message },
  status: message === "" && Object.values(tests).every(Boolean) ? "passed" : "failed",
  assertionResults: Object.entries(tests).map(([fullName, isPassed]) => ({
    ...{ title: fullName, fullName, status: isPassed ? "passed" : "failed", failureMessages: isPassed ? [] : [why] },
  })),
});
const names = ({ red, unstable }: ReturnType<typeof judge>) => ({
  red: red.map(({ test }) => test),
  unstable: unstable.map(({ test }) => test),
});

test("two tests of a file that fail in turn are both unstable", () => {
  const attempts = [givenFile({ one: false, two: true }), givenFile({ one: true, two: false })];
  expect(names(judge(attempts))).toEqual({ red: [], unstable: ["one", "two"] });
});

test("a test that is missing in the reruns is red, and so is one whose rerun did not report", () => {
  expect(names(judge([givenFile({ one: false }), givenFile({ other: true }), null]))).toEqual({
    red: ["one"],
    unstable: [],
  });
});

test("with 13 red files none runs again", async () => {
  const files = Array.from({ length: MOST_RED_FILES + 1 }, (_, at) =>
    givenFile({ one: false }, { name: `${at}.test.ts` }),
  );
  const run = (testResults: TestFile[]) => {
    const again: string[] = [];
    const runAlone = async (file: string) => {
      again.push(file);
      return givenFile({ one: true });
    };
    const report = { numPassedTests: 0, numFailedTests: testResults.length, testResults };
    return rerunRed([{ report, runAlone }]).then((verdict) => ({ again: again.length, red: verdict.red.length }));
  };
  expect(await run(files)).toEqual({ again: 0, red: MOST_RED_FILES + 1 });
  expect(await run(files.slice(1))).toEqual({ again: MOST_RED_FILES, red: 0 });
});

test.each([
  ["chaos/real.test.ts", "timed out", true],
  ["api/isolation.test.ts", "timed out", true],
  ["connector/outbox/sending.test.ts", "the message was sent twice", true],
  ["connector/outbox/sending.test.ts", "2 messages lost", true],
  ["connector/ownership/lease.test.ts", "the message says: lost the lease", false],
  ["domain/tickets/accept.test.ts", "expected 1 to be 2", false],
])("%s with '%s' shows what must never happen: %s", (name, why, expected) => {
  expect(isMustNever(givenFile({ one: false }, { name, why }))).toBe(expected);
});

test("a listed test is found by its file and name", () => {
  const entry = { file: "a.test.ts", test: "one", firstSeen: "2026-11-28", commit: "0b70752c", message: "", known: "" };
  expect(isListed({ file: "a.test.ts", test: "one", why: "" }, [entry])).toBe(true);
  expect(isListed({ file: "a.test.ts", test: "two", why: "" }, [entry])).toBe(false);
});
