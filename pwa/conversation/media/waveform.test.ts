import { expect, test } from "vitest";
import { nextRate, waveBars } from "./waveform.ts";

test("waveBars: reduces 64 loudness values to 40 bars and keeps the peaks", () => {
  const loudness = Array.from({ length: 64 }, (_, index) => (index === 63 ? 100 : 0));
  const bars = waveBars(loudness);
  expect(bars).toHaveLength(40);
  expect(bars[39]).toBe(24);
  expect(bars[0]).toBe(4);
});

test("waveBars: clamps values out of range and returns a line for unknown loudness", () => {
  expect(Math.max(...waveBars([1000, -5]))).toBe(24);
  expect(waveBars(null)).toHaveLength(40);
});

test("nextRate: cycles through the playback speeds", () => {
  expect([nextRate(1), nextRate(1.5), nextRate(2)]).toEqual([1.5, 2, 1]);
});
