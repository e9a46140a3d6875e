import fc from "fast-check";
import { expect, test } from "vitest";
import { endOf } from "../../../../contracts/hours.ts";
import { localMinute } from "../../../../contracts/local-time.ts";
import {
  greaterIntervals,
  longerIntervalChoices,
  MIN_PAUSE_MS,
  messageIntervals,
} from "../../../../contracts/marketing/campaigns.ts";
import { longestPauseMs, minPauseMs, nextSlot, type Pacing, pauseAfter } from "./pace.ts";

const pacing = fc.record<Pacing>({
  messageInterval: fc.constantFrom(...messageIntervals),
  longerIntervalAfter: fc.constantFrom(...longerIntervalChoices),
  greaterInterval: fc.constantFrom(...greaterIntervals),
});
const minMs = fc.constantFrom(0, MIN_PAUSE_MS);
const random = fc.double({ min: 0, max: 1, noNaN: true });

/** The pauses after messages in a row; the state between two messages is the stored one. */
function pausesOf(settings: Pacing, least: number, randoms: readonly number[]): number[] {
  let sentInRow = 0;
  return randoms.map((one) => {
    const { pauseMs, ...state } = pauseAfter(settings, { sentInRow, minMs: least, random: one });
    sentInRow = state.sentInRow;
    return pauseMs;
  });
}

test("a pause is at least half the interval and the channel's minimum, and at most one and a half intervals", () => {
  fc.assert(
    fc.property(pacing, minMs, fc.array(random, { minLength: 1, maxLength: 60 }), (settings, least, randoms) => {
      const { messageInterval } = settings;
      for (const pauseMs of pausesOf(settings, least, randoms)) {
        expect(pauseMs).toBeGreaterThanOrEqual(Math.max(least, 500 * messageInterval));
        expect(pauseMs).toBeLessThanOrEqual(longestPauseMs(settings, least));
      }
    }),
    { seed: 20_261_123 },
  );
});

test("the greater interval follows every nth message and no other", () => {
  fc.assert(
    fc.property(pacing, minMs, random, (settings, least, one) => {
      const { messageInterval, longerIntervalAfter: each, greaterInterval } = settings;
      const ordinary = Math.max(least, Math.round(1_000 * messageInterval * (0.5 + one)));
      const greater = greaterInterval ? Math.max(least, 1_000 * Math.max(messageInterval, greaterInterval)) : ordinary;
      const expected = Array.from({ length: 61 }, (_, place) =>
        each && (place + 1) % each === 0 ? greater : ordinary,
      );
      expect(pausesOf(settings, least, Array(61).fill(one))).toEqual(expected);
    }),
    { seed: 20_261_123 },
  );
});

test("the mean of random pauses is the pause at 0.5", () => {
  const randoms = Array.from({ length: 20_000 }, (_, place) => (place * 0.618034) % 1);
  const sum = (pauses: number[]) => pauses.reduce((all, one) => all + one, 0);
  for (const messageInterval of messageIntervals)
    for (const longerIntervalAfter of longerIntervalChoices)
      for (const greaterInterval of greaterIntervals) {
        const settings = { messageInterval, longerIntervalAfter, greaterInterval };
        const even = sum(pausesOf(settings, MIN_PAUSE_MS, Array(20_000).fill(0.5)));
        expect(sum(pausesOf(settings, MIN_PAUSE_MS, randoms)) / even).toBeCloseTo(1, 2);
      }
});

test("without an interval an official channel needs no pause, and WhatsApp one second", () => {
  const settings = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 } as const;
  const pauseOn = (channel: Parameters<typeof minPauseMs>[0]) =>
    pauseAfter(settings, { sentInRow: 0, minMs: minPauseMs(channel), random: 0 }).pauseMs;
  expect([pauseOn("whatsapp"), pauseOn("facebook"), pauseOn("instagram")]).toEqual([1_000, 0, 0]);
});

const zones = ["America/Sao_Paulo", "America/Manaus", "Europe/Lisbon", "America/New_York", "Pacific/Kiritimati", "UTC"];
const minuteOfDay = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16);
const limits = fc
  .record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    edges: fc.uniqueArray(fc.integer({ min: 0, max: 1_439 }), { minLength: 2, maxLength: 2 }),
    timeZone: fc.constantFrom(...zones),
    dailyLimit: fc.option(fc.integer({ min: 1, max: 3 })),
  })
  .map(({ days, edges, timeZone, dailyLimit }) => {
    const [start = "", end = ""] = edges.toSorted((a, b) => a - b).map(minuteOfDay);
    return { window: { days, start, end }, timeZone, dailyLimit };
  });
const instant = fc
  .integer({ min: Date.UTC(2015, 0) / 1_000, max: Date.UTC(2027, 0) / 1_000 })
  .map((seconds) => new Date(seconds * 1_000));

const DAY_MS = 86_400_000;
const weekday = (day: string) => new Date(`${day}T00:00Z`).getUTCDay() || 7;

test("a slot starts when the clock is inside the window, on one of its days and below the limit", () => {
  fc.assert(
    fc.property(instant, limits, fc.array(fc.integer({ min: 0, max: 3 })), (at, given, counts) => {
      const { window, timeZone, dailyLimit } = given;
      const sentOn = (day: string) => counts[Math.round((Date.parse(day) - at.getTime()) / DAY_MS) + 1] ?? 0;
      const { from, until, day } = nextSlot(at, given, sentOn);
      const [date, time = ""] = localMinute(from, timeZone).split("T");
      expect(from >= at && from < until).toBe(true);
      expect(date).toBe(day);
      expect(window.days).toContain(weekday(day));
      expect(time >= window.start && time < endOf(window.end)).toBe(true);
      if (dailyLimit !== null) expect(sentOn(day)).toBeLessThan(dailyLimit);
      const last = localMinute(new Date(until.getTime() - 1), timeZone).split("T");
      expect(last[0]).toBe(day);
    }),
    { seed: 20_261_123, numRuns: 2_000 },
  );
});

test("a slot is the first one: no earlier minute is allowed", () => {
  // Zones without daylight saving in these years: a repeated hour is used once.
  const later = fc.integer({ min: Date.UTC(2021, 0) / 60_000, max: Date.UTC(2026, 0) / 60_000 });
  const steady = limits.filter(({ timeZone }) => !["Europe/Lisbon", "America/New_York"].includes(timeZone));
  fc.assert(
    fc.property(later, steady, (minute, given) => {
      const { window, timeZone, dailyLimit } = given;
      const today = localMinute(new Date(minute * 60_000), timeZone).slice(0, 10);
      const sentOn = (day: string) => (day === today ? (dailyLimit ?? 0) : 0);
      const { from } = nextSlot(new Date(minute * 60_000), given, sentOn);
      for (let at = minute * 60_000; at < from.getTime(); at += 60_000) {
        const [day = "", time = ""] = localMinute(new Date(at), timeZone).split("T");
        const isOpen = window.days.includes(weekday(day)) && time >= window.start && time < endOf(window.end);
        expect(isOpen && (dailyLimit === null || sentOn(day) < dailyLimit)).toBe(false);
      }
    }),
    { seed: 20_261_123, numRuns: 60 },
  );
});

const lisbon = (start: string, end: string) => ({
  window: { days: [7], start, end },
  timeZone: "Europe/Lisbon",
  dailyLimit: null,
});
test.each([
  // On 29 March 2026 the clock goes from 01:00 to 02:00, on 25 October from 02:00 back to 01:00.
  ["a skipped start", "2026-03-28T20:00Z", lisbon("01:30", "04:00"), "2026-03-29T01:30Z", "2026-03-29T03:00Z"],
  ["a skipped window", "2026-03-28T20:00Z", lisbon("01:15", "01:45"), "2026-04-05T00:15Z", "2026-04-05T00:45Z"],
  ["a repeated hour", "2026-10-24T20:00Z", lisbon("00:30", "03:00"), "2026-10-24T23:30Z", "2026-10-25T03:00Z"],
  ["an end at 24:00", "2026-03-28T20:00Z", lisbon("20:00", "24:00"), "2026-03-29T19:00Z", "2026-03-29T23:00Z"],
  ["an end at 23:59", "2026-10-25T23:59:30Z", lisbon("20:00", "23:59"), "2026-10-25T23:59:30Z", "2026-10-26T00:00Z"],
])("the slot of %s on a day that changes the clock", (_what, at, given, from, until) => {
  const slot = nextSlot(new Date(at), given, () => 0);
  expect([slot.from, slot.until]).toEqual([new Date(from), new Date(until)]);
});
