import { vi } from "vitest";

/** Milliseconds, as `expect.poll` has them by the configuration; vitest has no setting for these two. */
const LONGEST_MS = 45_000;

type Wait = typeof vi.waitFor & { isLonger?: true };
type Options = number | { timeout?: number; interval?: number };

const withTimeout = (options: Options = {}): Options =>
  typeof options === "number" ? options : { timeout: LONGEST_MS, ...options };

/** Gives `vi.waitFor` and `vi.waitUntil` the time of `expect.poll`: their second is too short for a busy machine. */
for (const name of ["waitFor", "waitUntil"] as const) {
  const wait = vi[name] as Wait;
  // This file runs before each test file of a process.
  if (wait.isLonger) continue;
  const longer: Wait = (check, options) => wait(check, withTimeout(options));
  longer.isLonger = true;
  Object.assign(vi, { [name]: longer });
}
