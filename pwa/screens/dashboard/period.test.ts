import { expect, test } from "vitest";
import { periodProblem, queryOf, shownChoice } from "./period.ts";

const choice = { days: 0 as const, from: "2026-11-01", to: "2026-11-21" };

test("period: none selected is refused, whatever dates are hidden", () => {
  expect(periodProblem(shownChoice("period", choice))).toBe("Parametrize o filtro");
  expect(periodProblem(shownChoice("dates", choice))).toBeNull();
});

test("period: contains only what the filter shows", () => {
  expect(queryOf(shownChoice("period", { ...choice, days: 30 }))).toBe("days=30");
  expect(queryOf(shownChoice("dates", { ...choice, days: 30 }))).toBe("date_from=2026-11-01&date_to=2026-11-21");
});
