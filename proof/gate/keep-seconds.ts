import { globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { secondsFile } from "./order.ts";
import { readRecord, reports } from "./record.ts";

/** Keeps the seconds of each test file of the last `npm test`, which order the next runs. Run it after a whole run. */
const records = ["unit.jsonl", ...globSync("journeys-?.jsonl", { cwd: reports })];
const files = records.flatMap((name) => readRecord(join(reports, name)).files);
const seconds = files
  .map(({ path, ms }): [string, number] => [path, Math.round(ms / 1000)])
  .filter(([, took]) => took >= 1)
  .toSorted(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(secondsFile, `${JSON.stringify(Object.fromEntries(seconds), null, 2)}\n`);
console.log(`${seconds.length} of ${files.length} files took a second or more`);
