import { expect, test } from "vitest";
import { storable } from "./storable.ts";

test("what no text can hold goes, everything else stays as it was", () => {
  const date = new Date(0);
  const bytes = Uint8Array.of(0, 1);
  const given = { "a\u0000": ["o\u0000i", "\ud800!", "👩‍👧", 0, null, undefined, true], date, bytes };
  expect(storable(given)).toEqual({ a: ["oi", "\ufffd!", "👩‍👧", 0, null, undefined, true], date, bytes });
});

test("a key that would be a prototype stays a key", () => {
  const given = JSON.parse('{"__proto__":{"isAdmin":true}}');
  const kept = storable(given);
  expect(Object.keys(kept)).toEqual(["__proto__"]);
  expect(kept.isAdmin).toBeUndefined();
});

test("a million brackets break nothing", () => {
  const deep = "[".repeat(1_000_000) + "]".repeat(1_000_000);
  expect(JSON.stringify(storable(JSON.parse(deep))).length).toBeLessThan(200);
});
