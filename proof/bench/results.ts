import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Figure } from "./figures.ts";

const root = new URL("../..", import.meta.url).pathname;
const path = "proof/bench/results/latest.json";

/** A figure with the commit that it measured and the time of the measurement (ISO 8601, UTC). */
export type Result = Figure & { commit?: string; measuredAt?: string };

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();

/** Reads the results of this working copy. */
export function readResults(file = join(root, path)): Result[] {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
}

/** Reads the results of the last commit. */
export const readCommittedResults = (): Result[] => JSON.parse(git("show", `HEAD:${path}`));

/** The code that a run measures: its commit, and the files that differ from it. */
export type MeasuredCode = { commit: string; uncommitted: string[] };

/** Reads the state of this working copy. To be called before the first measurement. */
export function readMeasuredCode(): MeasuredCode {
  const status = git("status", "--porcelain", "--untracked-files=all", "--no-renames");
  return { commit: git("rev-parse", "--short=12", "HEAD"), uncommitted: uncommittedFiles(status) };
}

/** Returns the files of `git status --porcelain` that may change a figure: all but the results and documents. */
export const uncommittedFiles = (status: string): string[] =>
  status
    .split("\n")
    .map((line) => line.trim().replace(/^\S+ +/, ""))
    .filter((file) => file !== "" && file !== path && !file.endsWith(".md"));

/**
 * Saves the figures with the commit of the measured code; a run of some rows keeps the results of the others. Figures
 * of uncommitted code are not saved, because no commit has that code. Returns whether they were saved.
 */
export function saveFigures(
  figures: Figure[],
  keepsOthers: boolean,
  code: MeasuredCode,
  file = join(root, path),
): boolean {
  if (code.uncommitted.length > 0) return false;
  mkdirSync(join(file, ".."), { recursive: true });
  const about = { commit: code.commit, measuredAt: new Date().toISOString() };
  const before = keepsOthers ? readResults(file) : [];
  const fresh = new Map(figures.map((one) => [one.name, { ...one, ...about }]));
  const merged = before.map((one) => fresh.get(one.name) ?? one);
  const known = new Set(before.map((one) => one.name));
  for (const [name, one] of fresh) if (!known.has(name)) merged.push(one);
  writeFileSync(file, `${JSON.stringify(merged, null, 2)}\n`);
  return true;
}

/**
 * Says why a result is stale, or returns null: the code that it measures (`folders`) has changed since its commit.
 * `changed` answers how many commits after `commit` changed the folders.
 */
export function staleReason(
  { commit }: Pick<Result, "commit">,
  folders: string[],
  changed: (commit: string, folders: string[]) => number | null = commitsSince,
): string | null {
  if (!commit) return "its commit is not recorded";
  const count = changed(commit, folders);
  if (count === null) return `its commit ${commit} is not in this repository`;
  return count === 0 ? null : `${count} ${count === 1 ? "commit" : "commits"} since ${commit} changed what it measures`;
}

function commitsSince(commit: string, folders: string[]): number | null {
  try {
    const tests = folders.flatMap((folder) => [`:!${folder}/**/*.test.*`, `:!${folder}/**/testing/**`, ":!*.md"]);
    return Number(git("rev-list", "--count", `${commit}..HEAD`, "--", ...folders, ...tests));
  } catch {
    return null;
  }
}
