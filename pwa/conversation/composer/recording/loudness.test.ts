import { expect, test } from "vitest";
import { barsOf, loudnessOf } from "./loudness.ts";

const tone = (volume: number) => Float32Array.from({ length: 2_048 }, (_, at) => volume * Math.sin(at / 7));

test("loudnessOf: silence is 0, a close voice is 1, and louder is more", () => {
  expect(loudnessOf(new Float32Array(2_048))).toBe(0);
  expect(loudnessOf(tone(1))).toBe(1);
  expect(loudnessOf(tone(0.1))).toBeGreaterThan(loudnessOf(tone(0.02)));
});

test("barsOf: gives a recording of any length its number of bars, each the maximum of its part", () => {
  expect(barsOf([], 4)).toEqual([0, 0, 0, 0]);
  expect(barsOf([0.5], 3)).toEqual([50, 50, 50]);
  expect(barsOf([0, 0.2, 1, 0, 0.3, 0.1], 3)).toEqual([20, 100, 30]);
  expect(barsOf(Array<number>(1_000).fill(0.4))).toEqual(Array<number>(64).fill(40));
});
