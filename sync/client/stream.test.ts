import { expect, test } from "vitest";
import { parseEvent, splitBlocks } from "./stream.ts";

test("events are read across pieces, and heartbeats are no events", () => {
  const [blocks, rest] = splitBlocks(': heartbeat\n\ndata: {"type":"scope"}\r\n\r\ndata: {"ty');
  expect(blocks.map(parseEvent)).toEqual([null, { type: "scope" }]);
  expect(rest).toBe('data: {"ty');
});

test("an event of a newer server is passed over", () => {
  expect(parseEvent('data: {"type":"presence"}')).toBeNull();
  expect(parseEvent("data: not json")).toBeNull();
});
