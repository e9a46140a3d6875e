import { pathToFileURL } from "node:url";

/**
 * The instant at which the clock of each test run starts: a Wednesday, four minutes past noon in São Paulo. So no test
 * depends on the day and the hour at which it runs. `npm run test:dates` starts at others (TEST_START).
 */
export const RUN_STARTS_AT = "2026-11-25T15:04:00.000Z";

/**
 * Moves the clock of the processes that this one starts: the test workers, their programs and the embedded Postgres. A
 * server that is given (TEST_DATABASE_URL) has its own clock, so nothing is moved then.
 */
export function startRunClock(): void {
  if (process.env.TEST_DATABASE_URL || process.env.TEST_CLOCK_MS) return;
  const startsAt = Date.parse(process.env.TEST_START ?? RUN_STARTS_AT);
  if (Number.isNaN(startsAt)) throw new Error(`TEST_START is not an instant: ${process.env.TEST_START}`);
  process.env.TEST_CLOCK_MS = String(startsAt - Date.now());
  const mover = pathToFileURL(`${import.meta.dirname}/move-clock.js`).href;
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ""} --import=${mover}`.trim();
}
