import { expect, test } from "vitest";
import { countReactions } from "./reactions.tsx";

test("equal reactions are one sign with their number, ours among them is told", () => {
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
