import { expect, test } from "vitest";
import { countReactions } from "./reactions.tsx";

test("countReactions: counts equal emoji once with their number and tells whether one is ours", () => {
  expect(
    countReactions([
      { emoji: "👍", fromMe: false },
      { emoji: "❤️", fromMe: true },
      { emoji: "👍", fromMe: true },
    ]),
  ).toEqual([
    { emoji: "👍", count: 2, isOurs: true },
    { emoji: "❤️", count: 1, isOurs: true },
  ]);
  expect(countReactions([])).toEqual([]);
});
