import * as v from "valibot";
import { expect, test } from "vitest";
import { MIN_SCHEDULE_BODY, NewSchedule, ScheduleChange } from "./schedules.ts";

const contactId = "0190f3a4-0000-7000-8000-000000000001";
const plan = { body: " Até amanhã! ", contactId, sendAt: "2026-07-02T09:30" };

test("a new schedule without other fields is the user's own and has no picture", () => {
  expect(v.parse(NewSchedule, plan)).toEqual({
    ...plan,
    body: "Até amanhã!",
    userId: null,
    fileId: null,
    isMarketing: false,
  });
});

test("a change of a schedule distinguishes an unchanged picture from a removed one", () => {
  expect(v.parse(ScheduleChange, {})).toEqual({});
  expect(v.parse(ScheduleChange, { fileId: null, userId: contactId })).toEqual({ fileId: null });
});

test.each<[string, unknown, unknown]>([
  ["body", "x".repeat(MIN_SCHEDULE_BODY), `${"x".repeat(MIN_SCHEDULE_BODY - 1)}   `],
  ["body", "x".repeat(4_096), "x".repeat(4_097)],
  ["contactId", contactId, "helena"],
  ["sendAt", "2026-07-02T23:59", "2026-07-02T24:00"],
  ["sendAt", "2028-02-29T09:00", "2026-02-29T09:00"],
  ["sendAt", "2026-07-02T09:30:00.000Z", "2026-07-02"],
  ["sendAt", "2026-07-02T09:30:00-03:00", "2026-07-02T09:30:00"],
  ["sendAt", "2026-02-28T09:30:00Z", "2026-02-30T09:30:00Z"],
  ["sendAt", "1000-01-01T00:00", "0999-01-01T00:00"],
  ["fileId", contactId, ""],
])("a schedule: %s accepts %j and refuses %j, when created and when changed", (field, passes, fails) => {
  const isValid = (value: unknown) => [
    v.is(NewSchedule, { ...plan, [field]: value }),
    v.is(ScheduleChange, { [field]: value }),
  ];
  expect(isValid(passes)).toEqual([true, true]);
  expect(isValid(fails)).toEqual([false, false]);
});
