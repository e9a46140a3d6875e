import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  greaterIntervals,
  longerIntervalChoices,
  messageIntervals,
} from "../../../../contracts/marketing/campaigns.ts";
import { type ForecastConnection, forecast } from "./forecast.ts";
import { minPauseMs, nextSlot, pauseAfter } from "./pace.ts";

const pacing = { messageInterval: 10, longerIntervalAfter: 5, greaterInterval: 60 } as const;
const limits = {
  window: { days: [1, 2, 3, 4, 5], start: "08:00", end: "20:00" },
  timeZone: "UTC",
  dailyLimit: null as number | null,
};
/** A Monday, inside the window. */
const monday = new Date("2026-03-09T12:00:00Z");
const seconds = (from: Date, n: number) => new Date(from.getTime() + n * 1_000);
const connection = (more: Partial<ForecastConnection> = {}): ForecastConnection => ({
  id: "a",
  channel: "whatsapp",
  isConnected: true,
  nextSendAt: new Date(0),
  sentInRow: 0,
  sentOn: () => 0,
  own: 0,
  takesShared: true,
  ...more,
});

describe("forecast", () => {
  test("one connection: intervals, and the greater interval after every fifth message", () => {
    const of = (shared: number) => forecast({ connections: [connection()], shared, pacing, limits }, monday)[0];
    expect(of(0)).toEqual({ id: "a", messages: 0, firstAt: null, lastAt: null, isLimited: false });
    expect(of(5)).toMatchObject({ messages: 5, firstAt: monday, lastAt: seconds(monday, 40) });
    expect(of(6)?.lastAt).toEqual(seconds(monday, 100));
  });

  test("a stored moment and the messages in a row are continued", () => {
    const given = connection({ nextSendAt: seconds(monday, 30), sentInRow: 4 });
    const [one] = forecast({ connections: [given], shared: 2, pacing, limits }, monday);
    expect([one?.firstAt, one?.lastAt]).toEqual([seconds(monday, 30), seconds(monday, 90)]);
  });

  test("a connection that is down takes none; the others share its part", () => {
    const connections = [connection(), connection({ id: "b", isConnected: false, own: 3 }), connection({ id: "c" })];
    expect(forecast({ connections, shared: 5, pacing, limits }, monday)).toMatchObject([
      { id: "a", messages: 3 },
      { id: "b", messages: 0, firstAt: null },
      { id: "c", messages: 2 },
    ]);
  });

  test("a page takes only the people whom it reaches", () => {
    const connections = [connection(), connection({ id: "p", channel: "facebook", takesShared: false, own: 2 })];
    expect(forecast({ connections, shared: 3, pacing, limits }, monday).map(({ messages }) => messages)).toEqual([
      3, 2,
    ]);
  });

  test("the window and the daily limit move the rest to the next days", () => {
    const late = new Date("2026-03-13T19:59:45Z");
    const [one] = forecast({ connections: [connection()], shared: 4, pacing, limits }, late);
    // Friday 19:59:45 and 19:59:55; the window opens again on Monday.
    expect([one?.firstAt, one?.lastAt, one?.isLimited]).toEqual([late, new Date("2026-03-16T08:00:10Z"), false]);
    const sentOn = (day: string) => (day === "2026-03-09" ? 3 : 0);
    const limited = { connections: [connection({ sentOn })], shared: 7, pacing, limits: { ...limits, dailyLimit: 5 } };
    expect(forecast(limited, monday)[0]).toMatchObject({
      firstAt: monday,
      lastAt: new Date("2026-03-10T08:01:30Z"),
      isLimited: true,
    });
    expect(forecast({ ...limited, shared: 2 }, monday)[0]?.isLimited).toBe(false);
    const full = { connections: [connection({ sentOn: () => 5 })], shared: 0, pacing, limits };
    expect(forecast(full, monday)[0]).toMatchObject({ messages: 0, isLimited: false });
  });
});

test("property: the forecast ends within 5 % of a run with random pauses", () => {
  const given = fc.record({
    messageInterval: fc.constantFrom(...messageIntervals),
    longerIntervalAfter: fc.constantFrom(...longerIntervalChoices),
    greaterInterval: fc.constantFrom(...greaterIntervals),
    people: fc.integer({ min: 300, max: 2_000 }),
    states: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }).filter((states) => states.some(Boolean)),
    dailyLimit: fc.option(fc.integer({ min: 50, max: 400 })),
    hours: fc.tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 14, max: 23 })),
    seed: fc.integer({ min: 1, max: 1_000_000 }),
  });
  fc.assert(
    fc.property(given, ({ people, states, dailyLimit, hours, seed, ...settings }) => {
      const [start, end] = hours.map((hour) => `${String(hour).padStart(2, "0")}:00`) as [string, string];
      const within = { window: { days: [1, 2, 3, 4, 5, 6], start, end }, timeZone: "America/Sao_Paulo", dailyLimit };
      const connections = states.map((isConnected, place) => connection({ id: String(place), isConnected }));
      const found = forecast({ connections, shared: people, pacing: settings, limits: within }, monday);
      const ends = found.flatMap(({ lastAt }) => (lastAt ? [lastAt.getTime()] : []));
      expect(found.reduce((sum, { messages }) => sum + messages, 0)).toBe(people);
      const simulated = simulate(states.filter(Boolean).length, people, settings, within, seed);
      const took = simulated - monday.getTime();
      expect(Math.abs(Math.max(...ends) - simulated) / took).toBeLessThan(0.05);
    }),
    { seed: 158, numRuns: 40 },
  );
});

/** A run as the sender makes it: asks for the slot before each message, and pauses at random. Returns its end. */
function simulate(
  many: number,
  people: number,
  settings: Parameters<typeof pauseAfter>[0],
  within: Parameters<typeof nextSlot>[1],
  seed: number,
): number {
  let state = seed;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const lines = Array.from({ length: many }, () => ({ at: monday, row: 0, days: new Map<string, number>() }));
  let end = monday;
  for (let left = people; left > 0; left--) {
    const slots = lines.map((line) => ({ line, slot: nextSlot(line.at, within, (day) => line.days.get(day) ?? 0) }));
    const { line, slot } = slots.reduce((first, one) => (one.slot.from < first.slot.from ? one : first));
    end = slot.from;
    line.days.set(slot.day, (line.days.get(slot.day) ?? 0) + 1);
    const pace = { sentInRow: line.row, minMs: minPauseMs("whatsapp"), random: random() };
    const { pauseMs, sentInRow } = pauseAfter(settings, pace);
    line.row = sentInRow;
    line.at = new Date(end.getTime() + pauseMs);
  }
  return end.getTime();
}
