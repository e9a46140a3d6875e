import { expect, test, vi } from "vitest";
import { createWaker } from "../backoff.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { untilAnswered } from "./until-answered.ts";

function givenDeps() {
  const time = manualClock();
  const deps = {
    clock: time.clock,
    waker: createWaker(time.clock),
    onLink: vi.fn(),
    onScopeChanged: vi.fn(),
    onTooOld: vi.fn(),
  };
  return { time, deps, signal: new AbortController() };
}
const refused = (status: number) => Object.assign(new Error("refused"), { status, code: "ERR" });

test("untilAnswered: repeats with growing delays until there is an answer", async () => {
  const { time, deps, signal } = givenDeps();
  const request = vi.fn().mockRejectedValueOnce(new TypeError("lost")).mockRejectedValueOnce(new TypeError("lost"));
  request.mockResolvedValue("page");
  const answer = untilAnswered(request, deps, signal.signal);
  for (const delayMs of [1_000, 2_000]) {
    await vi.waitFor(() => expect(time.delays()).toEqual([delayMs]));
    time.advance(delayMs);
  }
  expect(await answer).toBe("page");
  expect(deps.onLink.mock.calls).toEqual([[false], [false], [true]]);
});

test("untilAnswered: a server error means that the network is up", async () => {
  const { time, deps, signal } = givenDeps();
  const request = vi.fn().mockRejectedValueOnce(refused(500)).mockResolvedValue("page");
  const answer = untilAnswered(request, deps, signal.signal);
  await vi.waitFor(() => expect(time.delays()).toEqual([1_000]));
  deps.waker.wake();
  expect(await answer).toBe("page");
  expect(deps.onLink.mock.calls).toEqual([[true], [true]]);
});

test.each([
  [409, "onScopeChanged"],
  [410, "onTooOld"],
] as const)("untilAnswered: %i ends the request and calls %s", async (status, callback) => {
  const { time, deps, signal } = givenDeps();
  expect(await untilAnswered(() => Promise.reject(refused(status)), deps, signal.signal)).toBeNull();
  expect(deps[callback]).toHaveBeenCalledOnce();
  expect(time.delays()).toEqual([]);
});

test("untilAnswered: a stop during the pause ends it without another request", async () => {
  const { time, deps, signal } = givenDeps();
  const request = vi.fn().mockRejectedValue(new TypeError("lost"));
  const answer = untilAnswered(request, deps, signal.signal);
  await vi.waitFor(() => expect(time.delays()).toEqual([1_000]));
  signal.abort();
  expect(await answer).toBeNull();
  expect(request).toHaveBeenCalledOnce();
  expect(time.delays()).toEqual([]);
});
