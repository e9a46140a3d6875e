import { expect, test } from "vitest";
import { follow, secondsLeft } from "./code-expiry.ts";

test("code life: unknown for the first code seen, 60 seconds after an empty one, 20 seconds for later ones", () => {
  expect(follow(null, "2@abc", 1_000)).toMatchObject({ life: null });
  const first = follow(follow(null, "", 0), "2@abc", 5_000);
  expect(first).toEqual({ code: "2@abc", life: 60, since: 5_000 });
  expect(follow(first, "2@abc", 9_000)).toBe(first);
  expect(follow(first, "2@def", 65_000)).toEqual({ code: "2@def", life: 20, since: 65_000 });
});

test("code life: the seconds count down to zero and no further", () => {
  const shown = { code: "2@abc", life: 20, since: 0 };
  expect([0, 8_000, 19_500, 30_000].map((now) => secondsLeft(shown, now))).toEqual([20, 12, 1, 0]);
});
