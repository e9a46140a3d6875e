import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWhenIdle } from "./load-when-idle.ts";

/** The callbacks that wait for an idle browser; each call of `idle` runs the first. */
const callbacks: (() => void)[] = [];
async function idle(): Promise<void> {
  callbacks.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(3_000);
  vi.stubGlobal("requestIdleCallback", (callback: () => void) => callbacks.push(callback));
});
afterEach(async () => {
  while (callbacks.length > 0) await idle();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a page that has just started loads nothing, even if it is idle", async () => {
  vi.useFakeTimers();
  const load = vi.fn(async () => undefined);
  loadWhenIdle(load);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(callbacks).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  await idle();
  expect(load).toHaveBeenCalledOnce();
});

test("a busy page loads nothing", () => {
  const load = vi.fn(async () => undefined);
  loadWhenIdle(load);
  expect(load).not.toHaveBeenCalled();
});

test("each part waits until the browser is idle after the part before it", async () => {
  const loaded: string[] = [];
  const first = Promise.withResolvers<void>();
  loadWhenIdle(() => {
    loaded.push("first");
    return first.promise;
  });
  loadWhenIdle(async () => loaded.push("second"));
  await idle();
  await idle();
  expect(loaded).toEqual(["first"]);
  first.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(loaded).toEqual(["first"]);
  await idle();
  expect(loaded).toEqual(["first", "second"]);
});

test("a part that fails to load does not stop the next one", async () => {
  const load = vi.fn(async () => undefined);
  loadWhenIdle(() => Promise.reject(new TypeError("no network")));
  loadWhenIdle(load);
  await idle();
  await idle();
  expect(load).toHaveBeenCalledOnce();
});

test("a browser without idle callbacks loads the part after a moment", async () => {
  vi.stubGlobal("requestIdleCallback", undefined);
  const load = vi.fn(async () => undefined);
  loadWhenIdle(load);
  await vi.advanceTimersByTimeAsync(500);
  expect(load).toHaveBeenCalledOnce();
});
