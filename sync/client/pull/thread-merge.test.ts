import fc from "fast-check";
import { expect, test } from "vitest";
import { type MessageRow, THREAD_TAIL, type ThreadDocument } from "../../../contracts/desk/messages.ts";
import { givenMessage } from "../testing/given.ts";
import { type Thread, type ThreadPart, ticketThreads } from "../thread-kinds.ts";
import { mergeThread } from "./thread-merge.ts";

const rows = Array.from({ length: 34 }, () => givenMessage({ ticketId: "t" }));
const local: ThreadDocument = { id: "t", rev: 5, hasOlder: false, messages: rows.slice(0, 30) };
const update = { id: "t", rev: 6, whole: false, hasOlder: false, messages: [] as typeof rows };

const merge = (before: Thread<MessageRow> | null, change: ThreadPart<MessageRow>) =>
  mergeThread(before, change, ticketThreads);

test("rows without a local thread request the whole thread", () => {
  expect(merge(null, { ...update, messages: rows.slice(0, 1) })).toBeNull();
});

test("new rows push out the oldest ones, which are returned", () => {
  const merged = merge(local, { ...update, messages: rows.slice(30, 32) });
  expect(merged?.thread.messages).toEqual(rows.slice(2, 32));
  expect(merged?.thread).toMatchObject({ rev: 6, hasOlder: true });
  expect(merged?.spilled).toEqual(rows.slice(0, 2));
});

test("a changed row replaces its older version", () => {
  const read = { ...givenMessage(), ...rows[3], ack: 3 };
  expect(merge(local, { ...update, messages: [read] })?.thread.messages[3]).toMatchObject({ ack: 3 });
});

test("a whole thread replaces the tail, and reports a possible gap between the two", () => {
  const near = merge(local, { ...update, whole: true, messages: rows.slice(4, 34) });
  expect(near).toMatchObject({ contiguous: true, spilled: rows.slice(0, 4) });
  const far = merge({ ...local, messages: rows.slice(0, 2) }, { ...update, whole: true, messages: rows.slice(4) });
  expect(far?.contiguous).toBe(false);
});

test("a response older than the local thread changes nothing", () => {
  expect(merge(local, { ...update, rev: 4, whole: true, messages: [] })?.thread).toBe(local);
});

test("a first whole thread keeps its tail in order and returns the older rows", () => {
  const merged = merge(null, { ...update, whole: true, messages: rows.toReversed() });
  expect(merged?.thread.messages).toEqual(rows.slice(4));
  expect(merged).toMatchObject({ thread: { rev: 6, hasOlder: true }, spilled: rows.slice(0, 4), contiguous: true });
});

test("a whole thread says itself whether older messages exist, rows only add to it", () => {
  const before = { ...local, hasOlder: true, messages: rows.slice(0, 3) };
  const whole = merge(before, { ...update, whole: true, messages: rows.slice(0, 3) });
  expect(whole?.thread.hasOlder).toBe(false);
  expect(merge(before, { ...update, messages: rows.slice(3, 4) })?.thread.hasOlder).toBe(true);
});

test("a whole thread without the rows that were deleted does not return them as older ones", () => {
  const merged = merge(local, {
    ...update,
    whole: true,
    messages: rows.slice(0, 30).filter((_, at) => at !== 5),
  });
  expect(merged?.thread.messages).toHaveLength(29);
  expect(merged?.spilled).toEqual([]);
});

test("an empty whole thread leaves a gap behind a thread with messages, and none behind an empty one", () => {
  const empty = { ...update, whole: true, messages: [] };
  expect(merge(local, empty)).toMatchObject({ contiguous: false, spilled: [], thread: { messages: [] } });
  expect(merge({ ...local, messages: [] }, empty)?.contiguous).toBe(true);
});

test("an update of the same revision is merged", () => {
  const merged = merge(local, { ...update, rev: local.rev, messages: rows.slice(30, 31) });
  expect(merged?.thread.messages.at(-1)).toEqual(rows[30]);
});

test("in whatever pages the rows come, the tail has the newest ones in order and no row is lost", () => {
  const cuts = fc
    .uniqueArray(fc.nat(rows.length), { maxLength: 5 })
    .map((at) => [0, ...at.sort((a, b) => a - b), rows.length]);
  fc.assert(
    fc.property(cuts, fc.shuffledSubarray(rows, { minLength: rows.length }), (at, shuffled) => {
      let thread: ThreadDocument = { id: "t", rev: 0, hasOlder: false, messages: [] };
      const spilled: typeof rows = [];
      at.slice(1).forEach((end, page) => {
        const merged = merge(thread, { ...update, rev: page + 1, messages: shuffled.slice(at[page], end) });
        if (!merged) throw new Error("no thread");
        thread = merged.thread;
        spilled.push(...merged.spilled);
      });
      const all = [...spilled, ...thread.messages];
      expect(new Set(all.map(({ id }) => id)).size).toBe(rows.length);
      expect(all).toHaveLength(rows.length);
      expect(thread.messages).toEqual(rows.slice(-THREAD_TAIL));
      expect(thread.hasOlder).toBe(true);
    }),
    { seed: 32 },
  );
});

test("merging the same rows twice gives the same thread", () => {
  const part = fc.shuffledSubarray(rows, { maxLength: 10 });
  fc.assert(
    fc.property(part, (messages) => {
      const once = merge(local, { ...update, messages })?.thread ?? null;
      const twice = merge(once, { ...update, messages });
      // A row that left the tail at once leaves it again.
      expect(twice?.thread).toEqual(once);
    }),
    { seed: 33 },
  );
});
