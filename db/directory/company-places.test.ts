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
  const one = new Map([["database", 1]]);
  expect([places.unreachable(), places.skipped()]).toEqual([one, one]);

  vi.setSystemTime(new Date("2026-03-01T12:00:00Z"));
  const asked = () => places.ask(async (companies) => [companies]);
  vi.advanceTimersByTime(REST_MS - 1);
  await asked();
  expect(places.unreachable().size).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await asked()).toEqual([null]);
  // A question may have read none of its rows: its own work shows that it answers.
  expect([places.unreachable().size, places.skipped().size]).toEqual([1, 0]);
  expect(await places.reach(ana, async () => {})).toBe(true);
  expect(places.unreachable().size).toBe(0);
});

test("a company without further work answers again when a question reaches it half a minute later", async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  const places = openCompanyPlaces({ platform }, pino({ level: "silent" }));
  await places.refresh();
  await places.reach(ana, () => Promise.reject(new Error("a row that cannot be read")));
  vi.advanceTimersByTime(30_000);
  await places.ask(async () => []);
  expect(places.unreachable().size).toBe(1);
  vi.advanceTimersByTime(1);
  await places.ask(async () => []);
  expect(places.unreachable().size).toBe(0);
});

test("an outage that begins during a question does not end with it", async () => {
  const places = openCompanyPlaces({ platform }, pino({ level: "silent" }));
  await places.refresh();
  await places.ask(async () => {
    await places.reach(ana, () => Promise.reject(new Error("a row that cannot be read")));
    return [];
  });
  expect(places.unreachable().size).toBe(1);
});
