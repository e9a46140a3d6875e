import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import type { Database } from "../client.ts";
import { openCompanyPlaces } from "./company-places.ts";

const ana = "00000000-0000-4000-8000-000000000001";
/** The single place of one Postgres. */
const platform = { execute: async () => [{ place: "", companies: null, id: ana }] } as unknown as Database["platform"];
const REST_MS = 3_000;

afterEach(() => void vi.useRealTimers());

test("a company that failed is reached again after its pause, also when the system clock was set back meanwhile", async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: new Date("2026-03-02T12:00:00Z") });
  const places = openCompanyPlaces({ platform }, pino({ level: "silent" }));
  await places.refresh();
  expect(await places.reach(ana, () => Promise.reject(new Error("a row that cannot be read")))).toBe(false);
  expect(places.away()).toEqual(new Map([["database", 1]]));

  vi.setSystemTime(new Date("2026-03-01T12:00:00Z"));
  const asked = () => places.ask(async (companies) => [companies]);
  vi.advanceTimersByTime(REST_MS - 1);
  await asked();
  expect(places.away().size).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await asked()).toEqual([null]);
  expect(places.away().size).toBe(0);
});
