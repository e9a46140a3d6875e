import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns how often the fixture `name` has run, this run included. Each attempt is a process of its own. */
export function attemptOf(name: string): number {
  const file = join(process.env.GATE_FIXTURES ?? "", name);
  appendFileSync(file, ".");
  return readFileSync(file, "utf8").length;
}
