import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "./steps.ts";

const root = join(import.meta.dirname, "..");
const folder = join(root, "node_modules", ".cache");

/** Seconds of each part on two quiet cores, as `npm test` measured them: the figure that a run is compared with. */
type KeptSeconds = Record<string, number>;

/** A part that takes this many times its kept seconds is named. */
const SLOWER = 1.2;
/** Shorter parts vary by more than a fifth from one run to the next. Seconds. */
const COMPARED_FROM = 30;

/** Writes the commit, the result and the seconds of each part of a run of `npm test` to `last-test.json`. */
export function keepResult({ isGreen, seconds }: Outcome): void {
  const commit = lastCommit();
  const isChanged = git("status", "--porcelain") !== "";
  mkdirSync(folder, { recursive: true });
  const result = { commit, isChanged, isGreen, endedAt: new Date().toISOString(), seconds };
  writeFileSync(join(folder, "last-test.json"), `${JSON.stringify(result, null, 2)}\n`);
}

/** Returns a line for each part that took a fifth longer than the figure in the repository. */
export function slowerParts(seconds: Record<string, number>, kept: KeptSeconds = keptSeconds()): string[] {
  return Object.entries(seconds).flatMap(([name, took]) => {
    const usual = kept[name] ?? 0;
    if (usual < COMPARED_FROM || took <= usual * SLOWER) return [];
    return [`Slower than usual: ${name} took ${took} s; the kept figure is ${usual} s (bin/test-seconds.json).`];
  });
}

/** Returns the hash of the last commit; empty outside of a repository. */
export const lastCommit = (): string => git("rev-parse", "HEAD");

const keptSeconds = (): KeptSeconds => JSON.parse(readFileSync(join(root, "bin", "test-seconds.json"), "utf8"));

/** Returns the answer of git, trimmed; empty outside of a repository. */
function git(...args: string[]): string {
  try {
    return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return ""; // an unpacked archive has no commits
  }
}
