import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Actor } from "../../domain/context.ts";
import { openEventStream } from "./event-stream.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Opens a stream; `events` are the events that have left so far. */
async function given() {
  const stream = openEventStream({ actor: {} as Actor, sessionId: "session", onError: () => {}, onClose: () => {} });
  const events: { collections: string[]; rev: number }[] = [];
  const reader = stream.body.pipeThrough(new TextDecoderStream() as never).getReader();
  void (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      for (const [, data] of String(part.value).matchAll(/^data: (.*)$/gm)) events.push(JSON.parse(data ?? ""));
    }
  })();
  await vi.advanceTimersByTimeAsync(100);
  return { stream, events };
}

test("the first pokes after a pause leave at once, as one event", async () => {
  const { stream, events } = await given();
  stream.poke("tickets", 7);
  stream.poke("threads", 8);
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(0);
  expect(events).toEqual([{ type: "poke", collections: ["tickets", "threads"], rev: 8 }]);
});

test("the pokes after it are gathered until the interval is over", async () => {
  const { stream, events } = await given();
  stream.poke("tickets", 7);
  await vi.advanceTimersByTimeAsync(1);
  stream.poke("threads", 8);
  await vi.advanceTimersByTimeAsync(1);
  stream.poke("threads", 9);
  expect(events).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5);
  expect(events.slice(1)).toEqual([{ type: "poke", collections: ["threads"], rev: 9 }]);
});

test("a closed stream sends no gathered poke", async () => {
  const { stream, events } = await given();
  stream.poke("tickets", 7);
  stream.close();
  await vi.advanceTimersByTimeAsync(10);
  expect(events).toEqual([]);
});
