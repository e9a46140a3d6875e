import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Failure } from "./rerun.ts";

/**
 * A test that failed without a fault of a change: it passed and failed on `commit`. `firstSeen`: its day, `2026-11-28`.
 */
export type UnstableTest = {
  file: string;
  test: string;
  firstSeen: string;
  commit: string;
  message: string;
  known: string;
};

/** The tests of `unstable.json`, whose failures do not refuse a change. */
export const readUnstable = (): UnstableTest[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, "unstable.json"), "utf8"));

export const isListed = ({ file, test }: Failure, list: readonly UnstableTest[]): boolean =>
  list.some((entry) => entry.file === file && entry.test === test);
