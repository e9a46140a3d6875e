import { expect, test } from "vitest";
import { attemptOf } from "./attempt.ts";

test("fails in the first attempt and in one of two reruns", () => {
  expect(attemptOf("chaos"), "a message was doubled").toBeGreaterThan(2);
});
