import { expect, test } from "vitest";
import { slowerParts } from "./last-test.ts";

test("a part that took a fifth longer than its kept figure is named, shorter and unknown parts are not", () => {
  const kept = { journeys: 600, lint: 2, unit: 700 };
  expect(slowerParts({ journeys: 730, lint: 20, unit: 720, "commit subjects": 1 }, kept)).toEqual([
    expect.stringContaining("journeys took 730 s"),
  ]);
});
