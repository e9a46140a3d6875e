import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reports } from "./record.ts";

type Times = { stolen: number; all: number };

/** Where the system does not count processor time (another than Linux), nothing is stolen. */
function processorTimes(): Times {
  if (!existsSync("/proc/stat")) return { stolen: 0, all: 0 };
  const [, ...times] = (readFileSync("/proc/stat", "utf8").split("\n")[0] ?? "").split(/\s+/).map(Number);
  return { stolen: times[7] ?? 0, all: times.slice(0, 8).reduce((sum, time) => sum + time, 0) };
}

/** Returns a function that tells the share of processor time since then that the host gave to other machines, in percent. */
export function measureStolen(): () => number {
  const before = processorTimes();
  return () => {
    const now = processorTimes();
    return Math.round((1_000 * (now.stolen - before.stolen)) / Math.max(1, now.all - before.all)) / 10;
  };
}

/** The browser of the journeys, which they write to `browser.json` when they start it. */
export type Browser = { path: string; version: string };

const browserFile = join(reports, "browser.json");

export function noteBrowser(browser: Browser): void {
  console.log(`Chromium ${browser.version}, ${browser.path}`);
  mkdirSync(reports, { recursive: true });
  writeFileSync(browserFile, JSON.stringify(browser));
}

export const readBrowser = (): Browser | null =>
  existsSync(browserFile) ? JSON.parse(readFileSync(browserFile, "utf8")) : null;
