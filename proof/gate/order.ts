import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Seconds of the test files that take one or more, as a run of `npm test` measured them; paths from the root. */
type Seconds = Record<string, number>;

export const secondsFile = join(import.meta.dirname, "seconds.json");
const kept: Seconds = JSON.parse(readFileSync(secondsFile, "utf8"));

/** A file that is not in the list takes less, or is new. */
const secondsOf = (path: string, list: Seconds): number => list[path] ?? 0;

/** Sorts the longest first, so that no worker waits for them at the end; the same order on each machine. */
export const longestFirst = <T>(files: readonly T[], pathOf: (file: T) => string, list: Seconds = kept): T[] =>
  files.toSorted((a, b) => {
    const [one, other] = [pathOf(a), pathOf(b)];
    return secondsOf(other, list) - secondsOf(one, list) || (one < other ? -1 : 1);
  });

/** Divides files into parts of about the same seconds: each file, the longest first, joins the shortest part. */
export function divide(files: readonly string[], count: number, list: Seconds = kept): string[][] {
  const parts = Array.from({ length: count }, () => ({ files: [] as string[], seconds: 0 }));
  for (const file of longestFirst(files, (path) => path, list)) {
    const shortest = parts.reduce((least, part) => (part.seconds < least.seconds ? part : least));
    shortest.files.push(file);
    // A start of the page, also for a file that is not in the list.
    shortest.seconds += Math.max(1, secondsOf(file, list));
  }
  return parts.map((part) => part.files);
}
