import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const root = new URL("../..", import.meta.url).pathname;
/** The folder of the records; the tests of the gate name another. */
export const reports = process.env.TEST_REPORTS ?? join(root, "dist", "reports");

/** A test file of a project; `path` from the root. */
export type FileKey = { project: string; path: string };
/** `errors`: texts with their stacks, without colors. */
export type TestResult = {
  name: string;
  title: string;
  state: "passed" | "failed" | "skipped" | "pending";
  errors: string[];
  /** Why a test was skipped, where it says so. */
  note?: string;
};
/** `errors`: those at import and in hooks of suites. */
export type FileResult = FileKey & { isOk: boolean; ms: number; errors: string[]; tests: TestResult[] };
/** An error that no test caught. `files`: the test files that it belongs to, if it is known. */
export type Unhandled = { text: string; files: string[] };
/** A line that the reporter writes. */
export type Line = { planned: FileKey[] } | { file: FileResult } | { end: string; unhandled: Unhandled[] };

/** A run of vitest. `planned` is null when it ended before it knew its files, `end` when it was killed. */
export type TestRecord = { planned: FileKey[] | null; files: FileResult[]; unhandled: Unhandled[]; end: string | null };

/** Reads what a run has written to its record so far. */
export function readRecord(path: string): TestRecord {
  const record: TestRecord = { planned: null, files: [], unhandled: [], end: null };
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  // A killed process may leave a part of its last line.
  for (const written of text.split("\n").slice(0, -1)) {
    const line: Line = JSON.parse(written);
    if ("planned" in line) record.planned = line.planned;
    else if ("file" in line) record.files.push(line.file);
    else {
      record.end = line.end;
      record.unhandled.push(...line.unhandled);
    }
  }
  return record;
}

export const sameFile = (one: FileKey, other: FileKey): boolean =>
  one.path === other.path && one.project === other.project;

const FAILURE_LINES = 12;

/** The message of an error and its places of ours, indented. */
export const linesShown = (text: string): string =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.includes("/node_modules/") && !line.includes("(node:internal"))
    .slice(0, FAILURE_LINES)
    .map((line) => `      ${line.replaceAll(root, "")}`)
    .join("\n");
