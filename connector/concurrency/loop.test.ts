import { expect, test, vi } from "vitest";
import { nextTurn } from "../../contracts/testing/event-loop.ts";
import { Loop, type LoopParts } from "./loop.ts";

/** Work that ends when the test says so. */
function givenLoop(parts: Partial<LoopParts> = {}) {
  let finish = () => {};
  const work = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  const onError = vi.fn();
  const loop = new Loop({ work, onError, ...parts });
  return { loop, work, onError, finish: () => finish() };
}

test("a loop works when it is woken, and not before", async () => {
  const { loop, work } = givenLoop();
  await nextTurn();
  expect(work).not.toHaveBeenCalled();
  loop.wake();
  await nextTurn();
  expect(work).toHaveBeenCalledOnce();
});

test("a loop woken several times during a run runs once more afterwards, never concurrently", async () => {
  const { loop, work, finish } = givenLoop();
  loop.wake();
  await nextTurn();
  for (let count = 0; count < 3; count += 1) loop.wake();
  await nextTurn();
  expect(work).toHaveBeenCalledTimes(1);
  finish();
  await nextTurn();
  expect(work).toHaveBeenCalledTimes(2);
  finish();
  await nextTurn();
  expect(work).toHaveBeenCalledTimes(2);
});

test("a loop reports errors, and retries after retryMs until it is stopped", async () => {
  const failure = new Error("no");
  const work = vi.fn(async () => {
    throw failure;
  });
  const { loop, onError } = givenLoop({ work, retryMs: 5 });
  loop.wake();
  await expect.poll(() => work.mock.calls.length).toBeGreaterThan(2);
  expect(onError).toHaveBeenCalledWith(failure);
  await loop.stop();
  const tried = work.mock.calls.length;
  // The timer of the last retry may still wake it.
  loop.wake();
  await nextTurn();
  expect(work).toHaveBeenCalledTimes(tried);
});

test("a loop that is stopped finishes its run and starts no other", async () => {
  const { loop, work, finish } = givenLoop();
  loop.wake();
  await nextTurn();
  loop.wake();
  const stopped = vi.fn();
  void loop.stop().then(stopped);
  await nextTurn();
  expect(stopped).not.toHaveBeenCalled();
  finish();
  await nextTurn();
  expect(stopped).toHaveBeenCalledOnce();
  expect(work).toHaveBeenCalledOnce();
});

test("a drained loop runs once more before it stops, also when it was idle", async () => {
  const resting = givenLoop({ isDrained: true });
  const ended = resting.loop.stop();
  await nextTurn();
  expect(resting.work).toHaveBeenCalledOnce();
  resting.finish();
  await ended;

  const busy = givenLoop({ isDrained: true });
  busy.loop.wake();
  await nextTurn();
  const over = busy.loop.stop();
  busy.finish();
  await nextTurn();
  expect(busy.work).toHaveBeenCalledTimes(2);
  busy.finish();
  await over;
});
