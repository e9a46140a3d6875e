import { expect, test } from "vitest";
import { attemptOf } from "./attempt.ts";

const attempt = attemptOf("passes-alone");

test("passes in each attempt", () => {
  expect(attempt).toBeGreaterThan(0);
});

test("fails in the first attempt", () => {
  expect(attempt, "the machine was busy").toBeGreaterThan(1);
});
