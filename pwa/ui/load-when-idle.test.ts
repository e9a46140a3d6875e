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
  vi.advanceTimersByTime(1_000);
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
  await vi.advanceTimersByTimeAsync(999);
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

test("four parts are loaded at once, and the next ones when the browser is idle after them", async () => {
  const loaded: string[] = [];
  const first = Promise.withResolvers<void>();
  loadWhenIdle(() => {
    loaded.push("first");
    return first.promise;
  });
  for (const name of ["second", "third", "fourth", "fifth"]) loadWhenIdle(async () => loaded.push(name));
  await idle();
  await idle();
  expect(loaded).toEqual(["first", "second", "third", "fourth"]);
  first.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(loaded).toHaveLength(4);
  await idle();
  expect(loaded.at(-1)).toBe("fifth");
});

test("a part that fails to load does not stop the next one", async () => {
  const load = vi.fn(async () => undefined);
  for (let at = 0; at < 4; at++) loadWhenIdle(() => Promise.reject(new TypeError("no network")));
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
