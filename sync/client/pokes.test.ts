import { expect, test } from "vitest";
import type { Clock } from "./clock.ts";
import { gatherPokes } from "./pokes.ts";

function handClock() {
  let now = 0;
  let due: { at: number; run: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    random: () => 0,
    after(delayMs, run) {
      const entry = { at: now + delayMs, run };
      due.push(entry);
      return () => {
        due = due.filter((one) => one !== entry);
      };
    },
  };
  return {
    clock,
    goTo(at: number) {
      now = at;
      const ripe = due.filter((one) => one.at <= at);
      due = due.filter((one) => one.at > at);
      for (const one of ripe) one.run();
    },
  };
}

test("a single poke pulls immediately; fifty in a second pull ten times, including the last", () => {
  const { clock, goTo } = handClock();
  const pulls: string[][] = [];
  const pokes = gatherPokes(clock, (collections) => pulls.push(collections));
  pokes.poke(["tickets"], 1);
  expect(pulls).toEqual([["tickets"]]);
  for (let at = 20; at <= 1_000; at += 20) {
    goTo(at);
    pokes.poke(at === 1_000 ? ["refs"] : ["tickets", "threads"], at);
  }
  goTo(1_200);
  expect(pulls.length).toBeLessThanOrEqual(12);
  expect(pulls.at(-1)).toContain("refs");
});

test("after the end nothing is pulled", () => {
  const { clock, goTo } = handClock();
  const pulls: string[][] = [];
  const pokes = gatherPokes(clock, (collections) => pulls.push(collections));
  pokes.poke(["tickets"], 1);
  pokes.poke(["threads"], 2);
  pokes.stop();
  goTo(1_000);
  expect(pulls).toHaveLength(1);
});

test("merged pokes pull each collection only as far as it was announced", () => {
  const { clock, goTo } = handClock();
  const pulls: [string[], number][] = [];
  const pokes = gatherPokes(clock, (...pull) => pulls.push(pull));
  pokes.poke(["tickets"], 1);
  pokes.poke(["tickets", "threads"], 5);
  pokes.poke(["refs"], 3);
  pokes.poke(["tickets"], 4);
  goTo(1_000);
  expect(pulls.slice(1)).toEqual([
    [["tickets", "threads"], 5],
    [["refs"], 3],
  ]);
});
