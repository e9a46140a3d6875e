import { expect, test } from "vitest";
import { nextRate, waveBars } from "./waveform.ts";

test("64 loudness values become 40 bars that keep the peaks", () => {
  const loudness = Array.from({ length: 64 }, (_, index) => (index === 63 ? 100 : 0));
  const bars = waveBars(loudness);
  expect(bars).toHaveLength(40);
  expect(bars[39]).toBe(24);
  expect(bars[0]).toBe(4);
});

test("values out of range do not leave the line, and unknown loudness still draws one", () => {
  expect(Math.max(...waveBars([1000, -5]))).toBe(24);
  expect(waveBars(null)).toHaveLength(40);
});

test("the speed goes round", () => {
  expect([nextRate(1), nextRate(1.5), nextRate(2)]).toEqual([1.5, 2, 1]);
});
