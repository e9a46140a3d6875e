import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { instantOf, isLocal, LocalDate, LocalMinute, LocalMinuteOrInstant, localMinute } from "./local-time.ts";

test("a local minute converts to an instant and back", () => {
  expect(instantOf("2026-07-01T15:30", "America/Sao_Paulo").toJSON()).toBe("2026-07-01T18:30:00.000Z");
  expect(localMinute(new Date("2026-07-01T18:30:00Z"), "America/Sao_Paulo")).toBe("2026-07-01T15:30");
  expect(localMinute(new Date("2026-03-08T07:30:00Z"), "America/New_York")).toBe("2026-03-08T03:30");
  expect(instantOf("2026-07-01T00:15", "Asia/Kolkata").toJSON()).toBe("2026-06-30T18:45:00.000Z");
});

test("around daylight-saving changes instantOf agrees with Postgres", () => {
  const inNewYork = (minute: string) => instantOf(minute, "America/New_York").toJSON();
  expect(inNewYork("2026-03-07T09:00")).toBe("2026-03-07T14:00:00.000Z");
  expect(inNewYork("2026-03-08T09:00")).toBe("2026-03-08T13:00:00.000Z");
  // Skipped, and repeated.
  expect(inNewYork("2026-03-08T02:30")).toBe("2026-03-08T07:30:00.000Z");
  expect(inNewYork("2026-11-01T01:30")).toBe("2026-11-01T06:30:00.000Z");
  expect(inNewYork("2026-11-01T00:30")).toBe("2026-11-01T04:30:00.000Z");
});

test.each([
  ["2026-07-01", true],
  ["2028-02-29", true],
  ["2026-02-29", false],
  ["2026-04-31", false],
  ["2026-13-01", false],
  ["2026-00-10", false],
  ["3000-01-01", false],
  ["2026-7-1", false],
  ["2026-07-01T12:00", false],
  ["", false],
])("LocalDate: %s is valid: %s", (text, isValid) => {
  expect(v.is(LocalDate, text)).toBe(isValid);
});

test.each([
  ["2026-07-01T00:00", true],
  ["2026-07-01T23:59", true],
  ["2026-07-01T24:00", false],
  ["2026-07-01T12:60", false],
  ["2026-02-30T12:00", false],
  ["2026-07-01 12:00", false],
  ["2026-07-01T12:00:00", false],
  ["2026-07-01T12:00Z", false],
])("LocalMinute: %s is valid: %s", (text, isValid) => {
  expect([v.is(LocalMinute, text), isLocal(text)]).toEqual([isValid, isValid]);
});

test.each([
  ["2026-07-01T12:00", true],
  ["2026-07-01T12:00:00Z", true],
  ["2026-07-01T12:00:00-03:00", true],
  ["2026-02-30T12:00:00Z", false],
  ["2026-07-01", false],
  ["0999-07-01T12:00:00Z", false],
])("LocalMinuteOrInstant: %s is valid: %s", (text, isValid) => {
  expect(v.is(LocalMinuteOrInstant, text)).toBe(isValid);
});

test("a minute that exists in the time zone round-trips", () => {
  const zones = ["America/Sao_Paulo", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"];
  const minutes = fc.integer({ min: Date.UTC(2015, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 });
  fc.assert(
    fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
      const local = localMinute(new Date(minute * 60_000), zone);
      expect(localMinute(instantOf(local, zone), zone)).toBe(local);
      // A local minute that occurs twice is read as the later one.
      expect(instantOf(local, zone).getTime()).toBeGreaterThanOrEqual(minute * 60_000);
    }),
    { seed: 21 },
  );
});
