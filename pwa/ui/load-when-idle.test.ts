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

/** Returns the module of a page that has just started: in each module a start ends only once. */
async function givenStart() {
  vi.resetModules();
  vi.useFakeTimers();
  return import("./load-when-idle.ts");
}

test("a page that has just started loads nothing, even if it is idle, for three seconds", async () => {
  const { loadWhenIdle } = await givenStart();
  const load = vi.fn(async () => undefined);
  loadWhenIdle(load);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(callbacks).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  await idle();
  expect(load).toHaveBeenCalledOnce();
});

test("a start ends when the first screen has its rows and the page is idle", async () => {
  const { afterStart, endStart } = await givenStart();
  const [work, cancelled] = [vi.fn(), vi.fn()];
  afterStart(work);
  afterStart(cancelled)();
  endStart();
  await vi.advanceTimersByTimeAsync(100);
  expect(work).not.toHaveBeenCalled();
  await idle();
  expect(work).toHaveBeenCalledOnce();
  expect(cancelled).not.toHaveBeenCalled();
});

test("a busy page loads nothing", () => {
  const load = vi.fn(async () => undefined);
  loadWhenIdle(load);
  expect(load).not.toHaveBeenCalled();
});

test("four parts are loaded at once, the last ones first, and the next when the browser is idle after them", async () => {
  const loaded: string[] = [];
  const last = Promise.withResolvers<void>();
  for (const name of ["first", "second", "third", "fourth"]) loadWhenIdle(async () => loaded.push(name));
  loadWhenIdle(() => {
    loaded.push("last");
    return last.promise;
  });
  await idle();
  await idle();
  expect(loaded).toEqual(["second", "third", "fourth", "last"]);
  last.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(loaded).toHaveLength(4);
  await idle();
  expect(loaded.at(-1)).toBe("first");
});

test("a part that fails to load does not stop the next one", async () => {
  const load = vi.fn(async () => undefined);
  loadWhenIdle(load);
  for (let at = 0; at < 4; at++) loadWhenIdle(() => Promise.reject(new TypeError("no network")));
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
