import { expect, test } from "vitest";

test("fails in each attempt", () => {
  expect("broken", "the rule is broken").toBe("kept");
});
