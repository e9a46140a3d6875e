import { expect, test } from "vitest";
import { manualClock } from "../testing/manual-clock.ts";
import { createSendPause } from "./send-pause.ts";

test("send pause: grows with each request without a response, and starts over after an answer", () => {
  const { clock } = manualClock();
  const pause = createSendPause(clock);
  const lengths = [1, 2].map(() => {
    pause.lengthen();
    return pause.until() - clock.now();
  });
  pause.reset();
  pause.lengthen();
  expect([...lengths, pause.until() - clock.now()]).toEqual([1_000, 2_000, 1_000]);
});

test("send pause: an offline browser pauses for the longest back-off, until it is back", () => {
  const { clock } = manualClock();
  const pause = createSendPause(clock);
  expect(pause.until()).toBe(0);
  pause.begin();
  expect(pause.until() - clock.now()).toBe(60_000);
  pause.end();
  expect(pause.until()).toBe(0);
});
