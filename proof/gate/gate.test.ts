import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { lastCommitAt } from "../../bin/last-test.ts";
import { type Attempt, judge, saysNever } from "./attempts.ts";
import { type FileResult, root, type TestRecord } from "./record.ts";
import { type EndedRun, MAX_OF_ONE_MESSAGE, MAX_RED_FILES, type MayStart, rerunRed } from "./rerun.ts";
import { listDefects, oldEntries, readUnstable, type UnstableTest } from "./unstable.ts";

const LAST_LINES = 80;

/** Runs fixtures as the gate does. Returns the exit code and the end of the output. */
async function gate(fixtures: string[], list: UnstableTest[] = []) {
  const folder = mkdtempSync(join(tmpdir(), "balcao-gate-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const listed = join(folder, "unstable.json");
  writeFileSync(listed, JSON.stringify(list));
  const own = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST_RECORD)/.test(name));
  const env = { GATE_FIXTURES: folder, GATE_LIST: listed, TEST_REPORTS: join(folder, "reports") };
  const child = spawn(process.execPath, ["proof/gate/fixtures/run.ts", ...fixtures], {
    ...{ cwd: root, env: { ...Object.fromEntries(own), ...env } },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const code = await new Promise<number | null>((done) => child.once("close", done));
  const lines = stripVTControlCharacters(output).trimEnd().split("\n").slice(-LAST_LINES);
  const end = lines.join("\n");
  const part = (from: string, to: string) => end.split(from)[1]?.split(to)[0] ?? "";
  return {
    ...{ code, end, counts: lines.at(-1) },
    unstable: part("\nUnstable: ", "\nFailed:"),
    red: part("\nFailed:", `\n${lines.at(-1)}`),
  };
}

describe("a run of fixtures", { timeout: 180_000 }, () => {
  test("what fails once passes alone: the run is green, and each is named with its message", async () => {
    const { code, end, unstable, counts } = await gate([
      "passes-alone",
      "cannot-load",
      "rejects-once",
      "killed-worker",
    ]);
    expect(code, end).toBe(0);
    expect(unstable).toMatch(/passes-alone.fixture.ts: fails in the first attempt\n.*the machine was busy/);
    expect(unstable).toMatch(/cannot-load.fixture.ts: \(outside its tests\)\n.*the module could not be loaded/);
    expect(unstable).toMatch(/rejects-once.fixture.ts: \(unhandled error\)\n.*no test waited for this/);
    expect(unstable).toMatch(/killed-worker.fixture.ts: \((?:did not report|unhandled error)\)\n/);
    expect(end.split("\n").filter((line) => line.startsWith("Skipped: "))).toEqual([
      "Skipped: proof/gate/fixtures/passes-alone.fixture.ts: this machine has no such disk",
    ]);
    expect(counts).toMatch(/^\d+ passed, 0 failed, 2 skipped$/);
  });

  test("what fails in each attempt is red, and the later steps still run", async () => {
    const { code, end, red, unstable } = await gate(["always-fails", "passes-alone", "rejects-always"]);
    expect(code).toBe(1);
    expect(end).toContain("second: ok");
    expect(end).toContain("dependent: left out, because fixtures failed");
    expect(red).toMatch(/always-fails.fixture.ts: fails in each attempt\n.*the rule is broken/);
    expect(red).toMatch(/rejects-always.fixture.ts: \(unhandled error\)\n.*no test ever waited for this/);
    expect(red).not.toContain("passes-alone");
    expect(unstable).toContain("passes-alone");
  });

  test("a doubled message is red when one of three reruns shows it again, else it is named first", async () => {
    const { code, red, unstable } = await gate(["doubled-again", "doubled-once", "passes-alone"]);
    expect(code).toBe(1);
    expect(red).toContain("doubled-again.fixture.ts: fails in the run and in the first of three reruns");
    expect(red).not.toContain("doubled-once");
    expect(unstable.indexOf("doubled-once.fixture.ts")).toBeGreaterThan(-1);
    expect(unstable.indexOf("doubled-once.fixture.ts")).toBeLessThan(unstable.indexOf("passes-alone.fixture.ts"));
  });

  test("when the main process is killed, all files that did not report run again", async () => {
    const files = MAX_RED_FILES + 3;
    mkdirSync(join(root, "dist"), { recursive: true });
    const folder = mkdtempSync(join(root, "dist", "gate-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (let at = 0; at < files; at++)
      writeFileSync(join(folder, `${at}.fixture.ts`), `test("passes ${at}", () => {});\n`);
    const { code, end, counts } = await gate(["a-killed-run", basename(folder)]);
    expect(code, end).toBe(0);
    expect(end).toMatch(/\d+ files of fixtures did not report, and ran again together\./);
    expect(counts).toBe(`${files + 1} passed, 0 failed`);
  });

  test("a listed test that fails in each attempt is named and does not refuse the change", async () => {
    const path = "proof/gate/fixtures/always-fails.fixture.ts";
    const { code, end } = await gate(["always-fails"], [givenEntry({ path, test: "fails in each attempt" })]);
    expect(code, end).toBe(0);
    expect(end).toMatch(/Listed in unstable.json, still red:\n {2}proof\/gate\/fixtures\/always-fails.fixture.ts/);
  });
});

const givenEntry = (change: Partial<UnstableTest> = {}): UnstableTest => ({
  ...{ path: "a.test.ts", test: "one", firstSeen: "2026-11-28", commit: "0b70752c" },
  ...{ message: "expected 1 to be 2", known: "" },
  ...change,
});

describe("the list of unstable tests", () => {
  const at = new Date("2026-12-10T12:00:00Z");
  test.each([
    ["no defect", {}, []],
    ["without its commit", { commit: "" }, [expect.stringContaining("names no commit")]],
    ["15 days old", { firstSeen: "2026-11-25" }, [expect.stringContaining("older than 14 days")]],
    ["of chaos", { path: "proof/chaos/real.test.ts" }, [expect.stringContaining("must never happen")]],
    ["of a lost message", { message: "2 messages lost" }, [expect.stringContaining("must never happen")]],
    ["without a day", { firstSeen: "today" }, [expect.stringContaining("has no day")]],
  ])("an entry %s", (_, change, defects) => {
    expect(listDefects([givenEntry(change)], at)).toEqual(defects);
  });

  test("has at most 12 entries, and names those older than ten days", () => {
    const many = Array.from({ length: 13 }, (_, number) => givenEntry({ test: `${number}` }));
    expect(listDefects(many, at)).toEqual([expect.stringContaining("13 entries")]);
    expect(oldEntries([givenEntry(), givenEntry({ firstSeen: "2026-12-05" })], at)).toHaveLength(1);
  });

  test("the kept list has no defect at the date of the last commit", () => {
    expect(listDefects(readUnstable(), lastCommitAt())).toEqual([]);
  });
});

type Given = Record<string, boolean>;
const KEY = { project: "", path: "a.test.ts" };
const givenFile = (tests: Given, { path = KEY.path, why = "Error: expected 1 to be 2" } = {}): FileResult => ({
  ...{ ...KEY, path, ms: 1, errors: [], isOk: Object.values(tests).every(Boolean) },
  tests: Object.entries(tests).map(([name, isPassed]) => ({
    ...{ name, title: name, state: isPassed ? "passed" : "failed", errors: isPassed ? [] : [why] },
  })),
});
const attempt = (tests: Given | null, why?: string): Attempt => ({
  ...{ result: tests && givenFile(tests, { why }), unhandled: [] },
});
const judged = (...attempts: Attempt[]) => {
  const { red, unstable } = judge(KEY, attempts);
  return { red: red.map((failure) => failure.test), unstable: unstable.map((failure) => failure.test) };
};

describe("attempts of a file", () => {
  test("two tests that fail in turn are both unstable", () => {
    expect(judged(attempt({ one: false, two: true }), attempt({ one: true, two: false }))).toEqual({
      red: [],
      unstable: ["one", "two"],
    });
  });

  test("a test that is missing in the reruns is red, and so is a file that never reports", () => {
    expect(judged(attempt({ one: false }), attempt({ other: true }), attempt({ other: true })).red).toEqual(["one"]);
    expect(judged(attempt(null), attempt(null), attempt(null)).red).toEqual(["(did not report)"]);
  });

  const lost = "Error: 2 messages lost";
  test.each([
    ["none of three reruns fails", [true, true, true], "Error: timed out", []],
    ["one of three fails in another way", [true, false, true], "Error: timed out", []],
    ["two of three fail in another way", [false, true, false], "Error: timed out", ["one"]],
    ["one of three loses messages again", [true, true, false], lost, ["one"]],
    ["a rerun is missing", [true, true], "Error: timed out", ["one"]],
  ])("lost messages: %s", (_, reruns, why, red) => {
    const attempts = reruns.map((isPassed) => attempt({ one: isPassed }, why));
    expect(judged(attempt({ one: false }, lost), ...attempts).red).toEqual(red);
  });

  test.each([
    ["Error: the message was sent twice", true],
    ["Error: 2 messages lost", true],
    ["Error: a row of another company was seen", true],
    ["Error: the message says: lost the lease", false],
    ["Error: expected 1 to be 2", false],
  ])("'%s' says that something happened that never must: %s", (why, expected) => {
    expect(saysNever({ test: "a test", why })).toBe(expected);
  });
});

describe("red files of a run", () => {
  const givenRun = (files: FileResult[], change: Partial<TestRecord> = {}, isOk = false) => {
    const again: string[] = [];
    const planned = files.map(({ project, path }) => ({ project, path }));
    const record = { planned, files, unhandled: [], end: "failed", ...change };
    const rerun = (paths: string[]): Promise<TestRecord> => {
      again.push(...paths);
      const passed = paths.map((path) => givenFile({ one: true }, { path }));
      return Promise.resolve({ planned: null, files: passed, unhandled: [], end: "passed" });
    };
    const run: EndedRun = {
      ...{ name: "unit", isOk, record },
      runRest: (rest) => rerun(rest.map(({ path }) => path)),
      runAlone: ({ path }) => rerun([path]),
    };
    return { run, again };
  };
  const redFiles = (count: number, why = (at: number) => `Error: ${"x".repeat(at)}`) =>
    Array.from({ length: count }, (_, at) => givenFile({ one: false }, { path: `${at}.test.ts`, why: why(at) }));
  const verdictOf = async (files: FileResult[], mayStart: MayStart = () => true, change: Partial<TestRecord> = {}) => {
    const { run, again } = givenRun(files, change);
    const { red, unstable, notes } = await rerunRed([run], mayStart);
    return { again: again.length, red: red.length, unstable: unstable.length, notes };
  };

  test("with 13 red files none runs again", async () => {
    expect(await verdictOf(redFiles(MAX_RED_FILES))).toMatchObject({ again: MAX_RED_FILES, red: 0 });
    expect(await verdictOf(redFiles(MAX_RED_FILES + 1))).toMatchObject({ again: 0, red: MAX_RED_FILES + 1 });
  });

  test("with one message in six files none runs again, but for a time limit", async () => {
    const count = MAX_OF_ONE_MESSAGE + 1;
    expect(await verdictOf(redFiles(count, (at) => `Error: expected ${at} rows`))).toMatchObject({
      again: 0,
      red: count,
    });
    expect(await verdictOf(redFiles(count, () => "Error: Test timed out in 90000ms."))).toMatchObject({ red: 0 });
  });

  test("after the time for reruns, what was not run again stays red and is named", async () => {
    const { red, notes } = await verdictOf(redFiles(1), () => false);
    expect([red, notes]).toEqual([1, [expect.stringContaining("the time for reruns is over")]]);
  });

  test("the time for a rerun is what the file took", async () => {
    const asked: number[] = [];
    const red = redFiles(2).map((file, at) => ({ ...file, ms: (at + 1) * 1_000 }));
    await verdictOf(red, (seconds) => asked.push(seconds) < 2);
    expect(asked).toEqual([1, 2]);
  });

  test("an unhandled error of no file is red at once", async () => {
    const unhandled = [{ text: "Error: nowhere", files: [] }];
    expect(await verdictOf([givenFile({ one: true })], undefined, { unhandled })).toMatchObject({ again: 0, red: 1 });
  });

  test("a run that fails outside of its files is red, and so is one that did not begin", async () => {
    expect(await verdictOf([givenFile({ one: true })])).toMatchObject({ again: 0, red: 1 });
    expect(await verdictOf([], undefined, { planned: null, end: null })).toMatchObject({ again: 0, red: 1 });
  });
});
