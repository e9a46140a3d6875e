import { expect, test } from "vitest";
import { addDays, addMonths, daysShown, dayText, startOfWeek, step, weeksOfMonth } from "./calendar-days.ts";
import { localMoment } from "./parts/local-moment.ts";

test("addDays, addMonths and startOfWeek: follow the calendar", () => {
  expect(addDays("2026-02-28", 1)).toBe("2026-03-01");
  expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2026-01-15", -1)).toBe("2025-12-15");
  expect(startOfWeek("2026-11-21")).toBe("2026-11-15");
});

test("weeksOfMonth: returns whole weeks", () => {
  const weeks = weeksOfMonth("2026-11-21");
  expect(weeks).toHaveLength(5);
  expect([weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual(["2026-11-01", "2026-12-05"]);
  // A February that begins on a Sunday needs only four weeks.
  expect(weeksOfMonth("2026-02-10")).toHaveLength(4);
});

test("daysShown and step: use the view's length", () => {
  expect(daysShown("week", "2026-11-21")).toEqual(expect.arrayContaining(["2026-11-15", "2026-11-21"]));
  expect(daysShown("day", "2026-11-21")).toEqual(["2026-11-21"]);
  expect(step("month", "2026-11-30", 1)).toBe("2026-12-30");
  expect(step("week", "2026-11-21", -1)).toBe("2026-11-14");
  expect(step("day", "2026-11-30", 1)).toBe("2026-12-01");
});

test("dayWords: formats a day in the given language", () => {
  expect(dayText("2026-11-01", "pt-BR", { month: "long", year: "numeric" })).toBe("novembro de 2026");
});

test("localMoment: formats a minute relative to the company's today", () => {
  const said = (minute: string) => localMoment(minute, "2026-11-21");
  expect([said("2026-11-21T15:00"), said("2026-11-20T18:00"), said("2026-11-22T08:00")]).toEqual([
    "hoje, 15:00",
    "ontem, 18:00",
    "amanhã, 08:00",
  ]);
  expect([said("2026-11-24T10:00"), said("2027-01-02T10:00")]).toEqual(["24/11, 10:00", "02/01/2027, 10:00"]);
});
