import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Actor } from "../../domain/ground/context.ts";
import { openEventStream } from "./event-stream.ts";
import type { PullFor } from "./shared-pulls.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Opens a stream; `events` are the events that have left so far, `parts` in how many parts. */
async function given(pullFor?: PullFor) {
  const actor = { profile: "user", queueIds: [] } as unknown as Actor;
  const stream = openEventStream({ actor, sessionId: "session", pullFor, onError: () => {}, onClose: () => {} });
  const events: object[] = [];
  const parts: string[] = [];
  const reader = stream.body.pipeThrough(new TextDecoderStream() as never).getReader();
  void (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(String(part.value));
      for (const [, data] of String(part.value).matchAll(/^data: (.*)$/gm)) events.push(JSON.parse(data ?? ""));
    }
  })();
  await vi.advanceTimersByTimeAsync(100);
  return { stream, events, parts };
}

test("the first pokes after a pause leave at once, as one event", async () => {
  const { stream, events } = await given();
  stream.poke("tickets", 7, 6);
  stream.poke("threads", 8, 7);
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(0);
  expect(events).toEqual([{ type: "poke", collections: ["tickets", "threads"], rev: 8 }]);
});

test("pokes that follow the first are sent together at the end of the interval", async () => {
  const { stream, events } = await given();
  stream.poke("tickets", 7, 6);
  await vi.advanceTimersByTimeAsync(1);
  stream.poke("threads", 8, 7);
  await vi.advanceTimersByTimeAsync(1);
  stream.poke("threads", 9, 8);
  expect(events).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5);
  expect(events.slice(1)).toEqual([{ type: "poke", collections: ["threads"], rev: 9 }]);
});

test("a heartbeat repeats each announcement once, with its own revision, when the device has had time to take it", async () => {
  const { stream, events, parts } = await given();
  stream.poke("tickets", 7, 6);
  await vi.advanceTimersByTimeAsync(10);
  stream.poke("refs", 8, 7);
  await vi.advanceTimersByTimeAsync(3_000);
  stream.poke("threads", 9, 8);
  await vi.advanceTimersByTimeAsync(10);
  events.length = 0;
  stream.heartbeat();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(events).toEqual([
    { type: "poke", collections: ["tickets"], rev: 7 },
    { type: "poke", collections: ["refs"], rev: 8 },
  ]);
  stream.heartbeat();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(events.slice(2)).toEqual([{ type: "poke", collections: ["threads"], rev: 9 }]);
  stream.heartbeat();
  await vi.advanceTimersByTimeAsync(10);
  expect(events).toHaveLength(3);
  expect(parts.at(-1)).toBe(": beat\n\n");
});

test("a closed stream sends no gathered poke", async () => {
  const { stream, events } = await given();
  stream.poke("tickets", 7, 6);
  stream.close();
  await vi.advanceTimersByTimeAsync(10);
  expect(events).toEqual([]);
});

test("lists that changed with documents leave in one part with them, after them", async () => {
  const { stream, events, parts } = await given(async (_actor, { at }) => {
    return { scope: "scope", to: [8, null], parts: { tickets: { documents: [], to: at.tickets } } } as never;
  });
  stream.changesFollow(7);
  const before = parts.length;
  stream.poke("tickets", 8, 7);
  stream.listChanged("tickets");
  await vi.advanceTimersByTimeAsync(200);
  expect(events).toEqual([
    expect.objectContaining({ type: "changes", from: { tickets: 7 } }),
    { type: "lists", lists: ["tickets"] },
  ]);
  expect(parts.length - before).toBe(1);
  stream.listChanged("queues");
  await vi.advanceTimersByTimeAsync(10);
  expect(events.at(-1)).toEqual({ type: "lists", lists: ["queues"] });
});

test("lists that changed with documents are sent if the documents cannot be pulled", async () => {
  const { stream, events } = await given(() => Promise.reject(new Error("no database")));
  stream.changesFollow(7);
  stream.poke("tickets", 8, 7);
  stream.listChanged("tickets");
  await vi.advanceTimersByTimeAsync(200);
  expect(events).toEqual([
    { type: "poke", collections: ["tickets"], rev: 8 },
    { type: "lists", lists: ["tickets"] },
  ]);
});

test("changes that are announced after they were sent are not sent again, but the lists that changed are", async () => {
  const { stream, events } = await given(async (_actor, { at }) => {
    const parts = at.tickets?.[0] === 9 ? {} : { tickets: { documents: [{ id: "t" }] } };
    return { scope: "scope", to: [9, null], parts } as never;
  });
  stream.changesFollow(7);
  stream.poke("tickets", 8, 7);
  await vi.advanceTimersByTimeAsync(200);
  stream.poke("tickets", 9, 8);
  stream.listChanged("tickets");
  await vi.advanceTimersByTimeAsync(200);
  expect(events).toEqual([
    expect.objectContaining({ type: "changes", to: [9, null] }),
    { type: "lists", lists: ["tickets"] },
  ]);
});

test("collections are sent in one order, whichever was announced first", async () => {
  const { stream, events } = await given(async (_actor, { at }) => {
    const rev = 1 + Math.max(...Object.values(at).map(([rev]) => rev));
    return { scope: "scope", to: [rev, null], parts: {} } as never;
  });
  stream.changesFollow(7);
  for (const names of [["tickets", "threads"] as const, ["threads", "tickets"] as const]) {
    for (const name of names) stream.poke(name, 9, 8);
    await vi.advanceTimersByTimeAsync(200);
  }
  expect(events.map((event) => JSON.stringify(Object.keys((event as { parts: object }).parts)))).toEqual([
    '["tickets","threads"]',
    '["tickets","threads"]',
  ]);
});

test("a device that does not read gets no further documents, keeps its stream, and gets the rest when it reads", async () => {
  let revs = 0;
  let isClosed = false;
  const pullFor: PullFor = async () => {
    revs += 1;
    return { scope: "s", to: [revs, null], parts: { tickets: { documents: [{ id: "x".repeat(10_000) }] } } };
  };
  const onClose = () => {
    isClosed = true;
  };
  const actor = { profile: "user", queueIds: [] } as unknown as Actor;
  const stream = openEventStream({ actor, sessionId: "session", pullFor, onError: () => {}, onClose });
  stream.changesFollow(0);
  for (let rev = 1; rev <= 30; rev += 1) {
    stream.poke("tickets", rev, rev - 1);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect([revs, isClosed]).toEqual([2, false]);
  const reader = stream.body.getReader();
  for (let part = await reader.read(); !part.done && revs < 3; part = await reader.read());
  await vi.advanceTimersByTimeAsync(10);
  expect([revs, isClosed]).toEqual([3, false]);
});
