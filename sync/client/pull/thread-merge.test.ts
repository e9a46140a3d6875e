import { expect, test } from "vitest";
import type { ThreadDocument } from "../../contracts/messages.ts";
import { givenMessage } from "../testing/given.ts";
import { mergeThread } from "./thread-merge.ts";

const rows = Array.from({ length: 34 }, () => givenMessage({ ticketId: "t" }));
const local: ThreadDocument = { id: "t", rev: 5, hasOlder: false, messages: rows.slice(0, 30) };
const update = { id: "t", rev: 6, whole: false, hasOlder: false, messages: [] as typeof rows };

test("rows without a local thread request the whole thread", () => {
  expect(mergeThread(null, { ...update, messages: rows.slice(0, 1) })).toBeNull();
});

test("new rows push out the oldest ones, which are returned", () => {
  const merged = mergeThread(local, { ...update, messages: rows.slice(30, 32) });
  expect(merged?.thread.messages).toEqual(rows.slice(2, 32));
  expect(merged?.thread).toMatchObject({ rev: 6, hasOlder: true });
  expect(merged?.spilled).toEqual(rows.slice(0, 2));
});

test("a changed row replaces its older version", () => {
  const read = { ...givenMessage(), ...rows[3], ack: 3 };
  expect(mergeThread(local, { ...update, messages: [read] })?.thread.messages[3]).toMatchObject({ ack: 3 });
});

test("a whole thread replaces the tail, and reports a possible gap between the two", () => {
  const near = mergeThread(local, { ...update, whole: true, messages: rows.slice(4, 34) });
  expect(near).toMatchObject({ contiguous: true, spilled: rows.slice(0, 4) });
  const far = mergeThread(
    { ...local, messages: rows.slice(0, 2) },
    { ...update, whole: true, messages: rows.slice(4) },
  );
  expect(far?.contiguous).toBe(false);
});

test("a response older than the local thread changes nothing", () => {
  expect(mergeThread(local, { ...update, rev: 4, whole: true, messages: [] })?.thread).toBe(local);
});
