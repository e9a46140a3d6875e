import fc from "fast-check";
import { expect, test } from "vitest";
import { storable } from "./storable.ts";

test("storable removes characters that Postgres cannot store and keeps everything else", () => {
  const date = new Date(0);
  const bytes = Uint8Array.of(0, 1);
  const given = { "a\u0000": ["o\u0000i", "\ud800!", "👩‍👧", 0, null, undefined, true], date, bytes };
  expect(storable(given)).toEqual({ a: ["oi", "\ufffd!", "👩‍👧", 0, null, undefined, true], date, bytes });
});

test("storable keeps a key named like a prototype", () => {
  const given = JSON.parse('{"__proto__":{"isAdmin":true}}');
  const kept = storable(given);
  expect(Object.keys(kept)).toEqual(["__proto__"]);
  expect(kept.isAdmin).toBeUndefined();
});

test("storable survives a million nested brackets", () => {
  const deep = "[".repeat(1_000_000) + "]".repeat(1_000_000);
  expect(JSON.stringify(storable(JSON.parse(deep))).length).toBeLessThan(200);
});

test("storable changes no value that Postgres can store", () => {
  const text = fc.string({ unit: "grapheme" }).filter((one) => !one.includes("\u0000"));
  const value = fc.object({ key: text, values: [text, fc.integer(), fc.boolean(), fc.constant(null)], maxDepth: 3 });
  fc.assert(
    fc.property(value, (given) => {
      expect(storable(given)).toEqual(given);
      expect(storable(storable(given))).toEqual(storable(given));
    }),
    { seed: 22 },
  );
});
