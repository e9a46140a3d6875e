import { expect, test } from "vitest";
import { averageText, comparison, hoursAndMinutes, outliers, shortMinutes } from "./minutes.ts";

test("hoursAndMinutes: formats minutes as hours and minutes", () => {
  expect([hoursAndMinutes(9.4), hoursAndMinutes(59.6), hoursAndMinutes(150)]).toEqual([
    "0 h 09 min",
    "1 h 00 min",
    "2 h 30 min",
  ]);
  expect([shortMinutes(6), shortMinutes(125)]).toEqual(["6 min", "2 h 05 min"]);
});

test("comparison: compares an average with the previous one, if there was one", () => {
  expect(comparison(9, 11)).toBe("2 min a menos");
  expect(comparison(3, 2)).toBe("1 min a mais");
  expect(comparison(3.2, 3.4)).toBe("igual ao período anterior");
  expect([comparison(3, null), comparison(0, 3)]).toEqual([null, null]);
});

test("averageWords: an average without data is not a time of zero", () => {
  expect([averageText(0), averageText(9)]).toEqual([null, "0 h 09 min"]);
});

test("outliers: a wait stands out only beside others that are much shorter", () => {
  expect(outliers([138, 131, 140, 125, 150, 133])).toEqual([]);
  expect(outliers([12, 4, 2])).toEqual([12]);
  expect(outliers([9, 1])).toEqual([]);
  expect(outliers([40])).toEqual([40]);
});
