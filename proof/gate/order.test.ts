import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { divide, longestFirst } from "./order.ts";
import { root } from "./record.ts";

const list = { a: 30, b: 20, c: 15, d: 5 };

test("the longest file is first, files without a figure follow by name", () => {
  expect(longestFirst(["x", "d", "a", "b", "y", "c"], (path) => path, list)).toEqual(["a", "b", "c", "d", "x", "y"]);
});

test("the parts take about the same time", () => {
  expect(divide(["a", "b", "c", "d"], 2, list)).toEqual([
    ["a", "d"],
    ["b", "c"],
  ]);
});

test("each journey is in one of two halves", () => {
  const journeys = globSync("proof/journeys/**/*.test.ts", { cwd: root });
  expect(divide(journeys, 2).flat().toSorted()).toEqual(journeys.toSorted());
});
