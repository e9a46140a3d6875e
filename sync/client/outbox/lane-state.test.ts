import { expect, test } from "vitest";
import { manualClock } from "../testing/manual-clock.ts";
import { createLaneStates } from "./lane-state.ts";

test("lane states: each failure doubles the rest of its own lane only", () => {
  const time = manualClock();
  const lanes = createLaneStates(time.clock);
  const now = time.clock.now();
  for (const restMs of [1_000, 2_000, 4_000]) {
    lanes.rest("a");
    expect(lanes.nextEnd(now)).toBe(now + restMs);
  }
  expect([lanes.isResting("a", now + 3_999), lanes.isResting("a", now + 4_000)]).toEqual([true, false]);
  expect(lanes.isResting("b", now)).toBe(false);
});

test("lane states: an answer forgets the failures", () => {
  const time = manualClock();
  const lanes = createLaneStates(time.clock);
  lanes.rest("a");
  lanes.isolate("a");
  lanes.recover("a");
  expect([lanes.isResting("a", time.clock.now()), lanes.isIsolated("a")]).toEqual([false, false]);
  lanes.rest("a");
  expect(lanes.nextEnd(time.clock.now())).toBe(time.clock.now() + 1_000);
});

test("lane states: ending the rests keeps the count of failures", () => {
  const time = manualClock();
  const lanes = createLaneStates(time.clock);
  lanes.rest("a");
  lanes.endRests();
  expect(lanes.isResting("a", time.clock.now())).toBe(false);
  expect(lanes.nextEnd(time.clock.now())).toBe(Infinity);
  lanes.rest("a");
  expect(lanes.nextEnd(time.clock.now())).toBe(time.clock.now() + 2_000);
});

test("lane states: the next end is that of the first lane that still rests", () => {
  const time = manualClock();
  const lanes = createLaneStates(time.clock);
  lanes.rest("late");
  lanes.rest("late");
  lanes.rest("early");
  const now = time.clock.now();
  expect(lanes.nextEnd(now)).toBe(now + 1_000);
  expect(lanes.nextEnd(now + 1_000)).toBe(now + 2_000);
});
