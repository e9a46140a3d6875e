import * as v from "valibot";
import { expect, test } from "vitest";
import { PRESENCE_AGAIN_MS, PRESENCE_MS } from "./presence.ts";
import { Checkpoint, collections, StreamEvent } from "./sync.ts";

const ticketId = "0190f3a4-0000-7000-8000-000000000001";
const live = { phase: "live", rev: 7, scope: "a" };

test("a checkpoint round-trips with and without its optional fields", () => {
  for (const checkpoint of [live, { ...live, mark: null }, { ...live, phase: "boot", mark: "m", before: ["k", "id"] }])
    expect(v.parse(Checkpoint, checkpoint)).toEqual(checkpoint);
});

test.each([
  { phase: "sweep" },
  { rev: -1 },
  { rev: 1.5 },
  { rev: 2 ** 53 },
  { rev: "7" },
  { rev: Number.NaN },
  { scope: undefined },
  { before: ["k"] },
  { mark: 7 },
])("a checkpoint is refused with %o", (change) => {
  expect(v.is(Checkpoint, { ...live, ...change })).toBe(false);
});

test.each([
  { type: "poke", collections: [...collections], rev: 4 },
  { type: "lists", lists: ["queues", "contactImports"] },
  { type: "auth", reason: "elsewhere" },
  { type: "scope" },
  { type: "presence", ticketId, who: { userId: null, name: "Helena", device: "d" }, state: "typing" },
])("a stream event carries no more than its fields: %o", (event) => {
  expect(v.parse(StreamEvent, { ...event, body: "texto" })).toEqual(event);
});

test.each([
  { type: "poke", collections: ["messages"], rev: 4 },
  { type: "poke", collections: ["tickets"] },
  { type: "lists", lists: ["threads"] },
  { type: "auth", reason: "expired" },
  { type: "presence", ticketId, who: { userId: null, name: "Helena", device: "d" }, state: "away" },
  { type: "unknown" },
  {},
])("a stream event is refused: %o", (event) => {
  expect(v.is(StreamEvent, event)).toBe(false);
});

test("a device can lose one presence report before its presence expires", () => {
  // Devices look every `PRESENCE_AGAIN_MS.typing`.
  const late = PRESENCE_AGAIN_MS.typing;
  expect(2 * PRESENCE_AGAIN_MS.typing).toBeLessThan(PRESENCE_MS.typing);
  expect(2 * (PRESENCE_AGAIN_MS.viewing + late)).toBeLessThan(PRESENCE_MS.viewing);
});
