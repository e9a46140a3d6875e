import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Failure, isNeverFile, saysNever } from "./attempts.ts";

/**
 * A test that fails without a fault of a change: it passed and failed on `commit`, or failed there without the change.
 * `firstSeen`: a day, `2026-11-28`. `message`: its first failure. `known`: what is known of its cause.
 */
export type UnstableTest = {
  path: string;
  test: string;
  firstSeen: string;
  commit: string;
  message: string;
  known: string;
};

/** Reads the tests whose failures do not refuse a change. */
export const readUnstable = (file = join(import.meta.dirname, "unstable.json")): UnstableTest[] =>
  JSON.parse(readFileSync(file, "utf8"));

export const isListed = ({ path, test }: Failure, list: readonly UnstableTest[]): boolean =>
  list.some((entry) => entry.path === path && entry.test === test);

const MAX_ENTRIES = 12;
const MAX_DAYS = 14;
/** An entry of this age is named before it becomes too old. */
const OLD_DAYS = 10;

/** The days between the first failure and the commit that is tested. */
const ageOf = ({ firstSeen }: UnstableTest, testedAt: Date): number =>
  (testedAt.getTime() - Date.parse(`${firstSeen}T00:00:00Z`)) / 86_400_000;

/** Returns why the list is refused at the date of the tested commit, so that an old commit stays as it was. */
export function listDefects(list: readonly UnstableTest[], testedAt: Date): string[] {
  const defectOf = (entry: UnstableTest): string[] => {
    const { path, test, firstSeen, commit, message } = entry;
    if (!/^\d{4}-\d{2}-\d{2}$/.test(firstSeen)) return [`has no day: ${firstSeen}`];
    return [
      ...(/^[0-9a-f]{7,40}$/.test(commit) ? [] : ["names no commit on which it passed and failed"]),
      ...(ageOf(entry, testedAt) > MAX_DAYS ? [`is older than ${MAX_DAYS} days`] : []),
      ...(isNeverFile(path) || saysNever({ test, why: message }) ? ["shows what must never happen"] : []),
    ];
  };
  const defects = list.flatMap((entry) => defectOf(entry).map((why) => `${entry.path}: ${entry.test} ${why}`));
  return list.length > MAX_ENTRIES ? [...defects, `${list.length} entries, more than ${MAX_ENTRIES}`] : defects;
}

/** Returns a line for each entry that is soon too old. */
export const oldEntries = (list: readonly UnstableTest[], testedAt: Date): string[] =>
  list
    .filter((entry) => ageOf(entry, testedAt) > OLD_DAYS)
    .map((entry) => `Unstable for ${Math.floor(ageOf(entry, testedAt))} days: ${entry.path}: ${entry.test}`);
