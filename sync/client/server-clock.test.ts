import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { testTime } from "../../contracts/testing/clock.ts";
import { systemClock, withServerTime } from "./clock.ts";
import { clockOffset, readServerTime, serverDate, serverNow, TOLERANCE_MS } from "./server-clock.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const START = Date.parse("2026-11-29T12:00:00Z");

/** The device's clock stands still, so that each answer takes exactly as long as the test says. */
function givenDevice(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
}
afterEach(() => {
  readServerTime(new Date(testTime()).toUTCString(), testTime());
  vi.useRealTimers();
});

/** The server answers a request that was sent now; its clock is ahead by so much. */
function hear(aheadMs: number, tookMs = 0): void {
  const sentAt = testTime();
  vi.setSystemTime(sentAt + tookMs);
  readServerTime(new Date(sentAt + tookMs / 2 + aheadMs).toUTCString(), sentAt);
}

test("server clock: a device whose clock is a day off goes by the server's clock", () => {
  givenDevice();
  hear(DAY_MS);
  expect(clockOffset.get()).toBe(DAY_MS);
  expect([serverNow(), serverDate().toISOString()]).toEqual([START + DAY_MS, "2026-11-30T12:00:00.000Z"]);
  expect(withServerTime(systemClock).now()).toBe(START + DAY_MS);
  hear(-DAY_MS);
  expect(serverDate().toISOString()).toBe("2026-11-28T12:00:00.000Z");
});

test.each([
  ["exactly right", 0, 0],
  ["within the tolerance ahead", TOLERANCE_MS, 0],
  ["within the tolerance behind", -TOLERANCE_MS, 0],
  ["a minute past the tolerance", TOLERANCE_MS + MINUTE_MS, TOLERANCE_MS + MINUTE_MS],
  ["a minute past the tolerance behind", -TOLERANCE_MS - MINUTE_MS, -TOLERANCE_MS - MINUTE_MS],
])("server clock: a server's clock that is %s", (_what, aheadMs, offsetMs) => {
  givenDevice();
  hear(aheadMs);
  expect(clockOffset.get()).toBe(offsetMs);
});

test("server clock: half of the time that an answer took counts as its way back", () => {
  givenDevice();
  hear(DAY_MS, 4_000);
  expect(clockOffset.get()).toBe(DAY_MS);
});

test("server clock: an answer after a pause, without a time, or from before a change of the clock says nothing", () => {
  givenDevice();
  hear(DAY_MS, 60_000);
  readServerTime(null, testTime());
  readServerTime("soon", testTime());
  readServerTime(new Date(testTime() + DAY_MS).toUTCString(), testTime() + MINUTE_MS);
  expect(clockOffset.get()).toBe(0);
});

test("server clock: a corrected clock is noticed with the next answer, and small differences between answers are not", () => {
  givenDevice();
  const told = vi.fn();
  const stop = clockOffset.subscribe(told);
  hear(DAY_MS);
  hear(DAY_MS + 4_000);
  expect([clockOffset.get(), told.mock.calls.length]).toEqual([DAY_MS, 1]);
  hear(0);
  expect([clockOffset.get(), told.mock.calls.length]).toEqual([0, 2]);
  stop();
});

test("server clock: a device that cannot store the difference goes by it in this page", () => {
  const setItem = vi.fn(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem });
  onTestFinished(() => void vi.unstubAllGlobals());
  givenDevice();
  hear(DAY_MS);
  expect(setItem).toHaveBeenCalledOnce();
  expect(serverNow()).toBe(START + DAY_MS);
});
