import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFirstRows } from "./first-rows.ts";

const frames: (() => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => frames.push(draw));
});
afterEach(() => {
  frames.splice(0);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Returns whether what waits for the first rows goes on after this time. */
async function goesOnWithin(ms: number, { drawn }: ReturnType<typeof createFirstRows>): Promise<boolean> {
  const goOn = vi.fn();
  void drawn().then(goOn);
  await vi.advanceTimersByTimeAsync(ms);
  return goOn.mock.calls.length > 0;
}

test("the pull goes on when the frame with the first rows was drawn", async () => {
  const firstRows = createFirstRows();
  firstRows.listed();
  expect(await goesOnWithin(100, firstRows)).toBe(false);
  for (const draw of frames) draw();
  expect(await goesOnWithin(0, firstRows)).toBe(true);
});

test("without a list the pull goes on after half a second, and outside of a page at once", async () => {
  expect(await goesOnWithin(499, createFirstRows())).toBe(false);
  expect(await goesOnWithin(500, createFirstRows())).toBe(true);
  vi.stubGlobal("requestAnimationFrame", undefined);
  expect(await goesOnWithin(0, createFirstRows())).toBe(true);
});
