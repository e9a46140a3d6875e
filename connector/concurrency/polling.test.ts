import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startPolling } from "./polling.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work whose runs end when the test ends them. */
function givenWork() {
  const runs: { end(pauseMs: number): void; isStopping: () => boolean }[] = [];
  const work = (isStopping: () => boolean) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    runs.push({ end: resolve, isStopping });
    return promise;
  };
  return { work, runs };
}

test("polling runs the work again after the pause that it returned, one run at a time", async () => {
  const { work, runs } = givenWork();
  const polling = startPolling(work, 500);
  await vi.advanceTimersByTimeAsync(499);
  expect(runs).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toHaveLength(1);
  runs[0]?.end(2_000);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(runs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toHaveLength(2);
  runs[1]?.end(0);
  await polling.stop();
});

test("a stop waits for the present run, which learns of it, and starts no other", async () => {
  const { work, runs } = givenWork();
  const polling = startPolling(work);
  await vi.advanceTimersByTimeAsync(0);
  expect(runs[0]?.isStopping()).toBe(false);
  let isStopped = false;
  const stopped = polling.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect([runs[0]?.isStopping(), isStopped]).toEqual([true, false]);
  runs[0]?.end(0);
  await stopped;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toHaveLength(1);
});

test("a stop between two runs cancels the next one", async () => {
  const { work, runs } = givenWork();
  const polling = startPolling(work);
  await vi.advanceTimersByTimeAsync(0);
  runs[0]?.end(1_000);
  await vi.advanceTimersByTimeAsync(500);
  await polling.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toHaveLength(1);
});

test("work that is woken runs at once, one run at a time, and once more when it was woken during a run", async () => {
  const { work, runs } = givenWork();
  const polling = startPolling(work);
  await vi.advanceTimersByTimeAsync(0);
  runs[0]?.end(60_000);
  await vi.advanceTimersByTimeAsync(1);
  polling.wake();
  polling.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toHaveLength(2);
  for (let count = 0; count < 3; count++) polling.wake();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(runs).toHaveLength(2);
  runs[1]?.end(60_000);
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toHaveLength(3);
  // The wake-ups left no other timer.
  runs[2]?.end(60_000);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(runs).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toHaveLength(4);
  runs[3]?.end(0);
  polling.wake();
  await polling.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toHaveLength(4);
});
