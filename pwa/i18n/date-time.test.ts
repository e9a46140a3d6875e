import { globSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testTime } from "../../contracts/testing/clock.ts";
import { readServerTime } from "../../sync/client/server-clock.ts";
import { setNow } from "../testing/timers.ts";
import { clock, daysAgo, shortMoment } from "./date-time.ts";
import { dayTitle, moment } from "./full-dates.ts";
import { m } from "./paraglide/messages.js";
import { overwriteGetLocale } from "./paraglide/runtime.js";

const DAY_MS = 24 * 60 * 60_000;
const hear = (aheadMs: number) => readServerTime(new Date(testTime() + aheadMs).toUTCString(), testTime());

beforeEach(() => overwriteGetLocale(() => "pt"));
afterEach(() => hear(0));

test("times: on a device whose clock is a day behind, today is the server's day", () => {
  setNow("2026-11-28T15:00:00Z");
  const [sent, before] = ["2026-11-29T14:00:00Z", "2026-11-28T14:00:00Z"];
  hear(DAY_MS);
  expect(shortMoment(sent)).toBe(clock(sent));
  expect(shortMoment(before)).toBe(m.time_yesterday_short());
  expect(moment(before)).toBe(m.time_yesterday({ time: clock(before) }));
  expect(dayTitle(before)).toBe(m.time_day_yesterday_full({ day: "28 de novembro" }));
});

test("times: on a device whose clock is a day ahead, the newest message is of today and not of yesterday", () => {
  setNow("2026-11-30T15:00:00Z");
  const sent = "2026-11-29T14:00:00Z";
  expect(shortMoment(sent)).toBe(m.time_yesterday_short());
  hear(-DAY_MS);
  expect(shortMoment(sent)).toBe(clock(sent));
  expect(dayTitle(sent)).toBe(m.time_day_today_full({ day: "29 de novembro" }));
});

test("daysAgo counts calendar days, also over a change of the clock", () => {
  expect(daysAgo("2026-11-29T00:00:00", new Date("2026-11-29T23:59:00"))).toBe(0);
  expect(daysAgo("2026-11-28T23:59:00", new Date("2026-11-29T00:00:00"))).toBe(1);
  expect(daysAgo("2026-11-22T12:00:00", new Date("2026-11-29T12:00:00"))).toBe(7);
});

/** Files that need the device's own clock: it measures an answer, waits for a minute, dates a report of a failure or a kept drawing. */
const byOwnClock = [
  "first-paint/keep-drawn-screen.ts",
  "screens/lists/list-body.tsx",
  "session/session.ts",
  "shell/failure-pages.tsx",
  "ui/hooks/use-minute.ts",
];

test("screens take the time from the server's clock", () => {
  const folder = new URL("../", import.meta.url);
  const sources = globSync("**/*.{ts,tsx}", { cwd: folder }).filter(
    (file) => !/\.test\.|(^|\/)(testing|paraglide)\//.test(file),
  );
  const reading = sources.filter((file) =>
    /new Date\(\)|Date\.now\(\)/.test(readFileSync(new URL(file, folder), "utf8")),
  );
  expect(reading.sort()).toEqual(byOwnClock);
});
