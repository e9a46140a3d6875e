import { expect, test } from "vitest";
import { instantOf, localMinute } from "./local-time.ts";

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
