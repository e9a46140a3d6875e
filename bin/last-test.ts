import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isGreen, type Outcome } from "../proof/gate/summary.ts";

const root = join(import.meta.dirname, "..");
const folder = join(root, "node_modules", ".cache");
const keptResult = join(folder, "last-test.json");

/** Seconds of each part on two quiet cores, as `npm test` measured them: the figure that a run is compared with. */
type KeptSeconds = Record<string, number>;

/** A part that takes this many times its kept seconds is named. */
const SLOWER = 1.2;
/** Shorter parts vary by more than a fifth from one run to the next. Seconds. */
const COMPARED_FROM = 30;

/** `red`, `listed` and `unstable`: tests, `path: name`. */
export type KeptResult = {
  commit: string;
  /** The hash of the tree of the commit. */
  tree: string;
  isChanged: boolean;
  isGreen: boolean;
  endedAt: string;
  seconds: KeptSeconds;
  red: string[];
  listed: string[];
  unstable: string[];
  notes: string[];
};

/** Returns the result of a run of `npm test` with the commit that it tested. */
export function summaryOf(outcome: Outcome): KeptResult {
  const names = (failures: Outcome["red"]) => failures.map(({ path, test }) => `${path}: ${test}`);
  return {
    ...{ commit: lastCommit(), tree: git("rev-parse", "HEAD^{tree}"), isChanged: git("status", "--porcelain") !== "" },
    ...{ isGreen: isGreen(outcome), endedAt: new Date().toISOString(), seconds: outcome.seconds },
    ...{ red: names(outcome.red), listed: names(outcome.listed), unstable: names(outcome.unstable) },
    notes: outcome.notes,
  };
}

/** Writes the commit and the result of a run of `npm test` to `last-test.json`. */
export function keepResult(outcome: Outcome): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(keptResult, `${JSON.stringify(summaryOf(outcome), null, 2)}\n`);
}

/** Returns the result of the last run of `npm test`. */
export const readResult = (): KeptResult => JSON.parse(readFileSync(keptResult, "utf8"));

/** Returns a line for each part that took a fifth longer than the figure in the repository. */
export function slowerParts(seconds: Record<string, number>, kept: KeptSeconds = keptSeconds()): string[] {
  return Object.entries(seconds).flatMap(([name, took]) => {
    const usual = kept[name] ?? 0;
    if (usual < COMPARED_FROM || took <= usual * SLOWER) return [];
    return [`Slower than usual: ${name} took ${took} s; the kept figure is ${usual} s (bin/test-seconds.json).`];
  });
}

/** Returns when the last commit was made; now outside of a repository. */
export const lastCommitAt = (): Date => {
  const seconds = Number(git("show", "-s", "--format=%ct", "HEAD"));
  return seconds > 0 ? new Date(seconds * 1000) : new Date();
};

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
