import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Store } from "./store.ts";

let directory: string;
const open = () => new Store(join(directory, "world.db"));

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "store-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

test("the store returns a map with its bytes and in the order of a Map", () => {
  const store = open();
  const map = store.map<{ key: Buffer }>("things");
  for (const key of ["a", "b", "c"]) map.set(key, { key: Buffer.from(key) });
  store.flush();
  map.delete("a");
  map.set("a", { key: Buffer.from("again") });
  map.set("b", { key: Buffer.from("changed") });
  map.delete("c");
  store.close();

  const reopened = open();
  const entries = [...reopened.map<{ key: Buffer }>("things")].map(([key, value]) => [key, value.key.toString()]);
  expect(entries).toEqual([...map].map(([key, value]) => [key, value.key.toString()]));
  expect(entries).toEqual([
    ["b", "changed"],
    ["a", "again"],
  ]);
  expect(reopened.map("other").size).toBe(0);
  expect(reopened.hasCrashed).toBe(false);
  reopened.close();
});

test("the store writes a value that was changed in place after touch", () => {
  const store = open();
  const map = store.map<{ count: number }>("things");
  map.set("a", { count: 1 });
  store.flush();
  const value = map.get("a");
  if (value) value.count = 2;
  map.touch("a");
  store.close();
  const reopened = open();
  expect(reopened.map("things").get("a")).toEqual({ count: 2 });
  reopened.close();
});

test("after a crash the store lacks only the last changes, reports hasCrashed, and is consistent", async () => {
  const store = open();
  const map = store.map<number>("things");
  map.set("written", 1);
  await vi.waitFor(() => {
    const other = open();
    try {
      expect(other.map("things").has("written")).toBe(true);
    } finally {
      other.abandon();
    }
  });
  map.set("lost", 2);
  store.abandon();
  const reopened = open();
  expect(reopened.hasCrashed).toBe(true);
  expect([...reopened.map<number>("things")]).toEqual([["written", 1]]);
  reopened.close();
});
