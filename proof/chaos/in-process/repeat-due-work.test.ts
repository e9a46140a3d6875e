import { expect, test } from "vitest";
import { repeatDueWork } from "./repeat-due-work.ts";

const oneAway = new Map([["database", 1]]);
const noneAway = new Map<string, number>();

/** Returns passes during which companies are away as listed: before the first pass, and after each. */
function passesOf(states: readonly ReadonlyMap<string, number>[]) {
  let passes = 0;
  const skipped = () => states[Math.min(passes, states.length - 1)] ?? noneAway;
  const pass = async () => {
    passes += 1;
  };
  return { skipped, pass, count: () => passes };
}

test("one pass is enough when no company is away", async () => {
  const passes = passesOf([noneAway]);
  await repeatDueWork(passes);
  expect(passes.count()).toBe(1);
});

test("a pass that skipped a company is repeated until the company is back", async () => {
  const passes = passesOf([noneAway, oneAway, oneAway, noneAway]);
  await repeatDueWork(passes);
  expect(passes.count()).toBe(4);
});

test("a pass that began with a company away is repeated, because the company came back during it", async () => {
  const passes = passesOf([oneAway, noneAway]);
  await repeatDueWork(passes);
  expect(passes.count()).toBe(2);
});

test("a company that stays away is an error that names its node", async () => {
  const passes = passesOf([oneAway]);
  await expect(repeatDueWork({ ...passes, limitMs: 120 })).rejects.toThrow(/120 ms.*1 of database/);
  expect(passes.count()).toBeGreaterThan(1);
});
