import { isGreen } from "../../proof/gate/summary.ts";
import { runSteps, vitest } from "../steps.ts";
import { RUN_STARTS_AT } from "./run-clock.ts";

/**
 * Runs the unit and integration tests with the clock of the processes and of Postgres at other dates than the usual one.
 *
 *     npm run test:dates
 *     npm run test:dates -- domain/desk/tickets
 */
const DAY_MS = 86_400_000;
const later = (days: number) => new Date(Date.parse(RUN_STARTS_AT) + days * DAY_MS).toISOString();

export const testDates = [
  { name: "one day later", at: later(1) },
  { name: "40 days later", at: later(40) },
  { name: "400 days later", at: later(400) },
  { name: "29 February", at: "2028-02-29T15:00:00.000Z" },
  { name: "31 December, 23:50 in São Paulo", at: "2027-01-01T02:50:00.000Z" },
  { name: "five minutes before summer time begins in Lisbon", at: "2027-03-28T00:55:00.000Z" },
];

if (process.argv[1] === import.meta.filename) {
  const red: string[] = [];
  for (const { name, at } of testDates) {
    const step = { name: `${name} (${at})`, runs: [vitest("dates", process.argv.slice(2), { TEST_START: at })] };
    const outcome = await runSteps([step]);
    if (!isGreen(outcome)) red.push(`${step.name}:`, ...outcome.red.map(({ path, test }) => `  ${path}: ${test}`));
  }
  console.log(red.length === 0 ? `green at ${testDates.length} dates` : `red at:\n${red.join("\n")}`);
  process.exitCode = red.length === 0 ? 0 : 1;
}
