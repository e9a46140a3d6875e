import { expect, test } from "vitest";
import { createPageSize } from "./page-size.ts";

test("pages begin small, grow while they are stored quickly, up to the limit", () => {
  const size = createPageSize(200);
  expect([size.of("threads", true), size.of("threads", false)]).toEqual([60, 60]);
  size.stored("threads", 60, 20);
  expect(size.of("threads", false)).toBe(120);
  size.stored("threads", 120, 50);
  expect([size.of("threads", false), size.of("tickets", false)]).toEqual([200, 60]);
  expect(size.of("threads", true), "a later boot begins small again").toBe(60);
});

test("pages shrink on a slow device, down to twenty, and grow again", () => {
  const size = createPageSize(500);
  size.stored("threads", 60, 500);
  expect(size.of("threads", false)).toBe(30);
  size.stored("threads", 30, 10_000);
  expect(size.of("threads", false)).toBe(20);
  size.stored("threads", 20, 50);
  expect(size.of("threads", false)).toBe(40);
});

test("a page with few documents changes nothing, and a small limit is kept", () => {
  const size = createPageSize(3);
  expect(size.of("tickets", true)).toBe(3);
  size.stored("tickets", 1, 5_000);
  expect(size.of("tickets", false)).toBe(3);
  size.stored("tickets", 3, 5_000);
  expect(size.of("tickets", false)).toBe(3);
});
