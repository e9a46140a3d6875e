import { expect, test } from "vitest";
import { releaseLoadingMemory } from "./loading-memory.ts";

test("releaseLoadingMemory returns unused memory to the system", () => {
  // Collects the garbage of earlier tests first: the engine may do so while the objects are created.
  releaseLoadingMemory();
  const before = process.memoryUsage().heapUsed;
  let garbage: object[] | null = Array.from({ length: 1_000_000 }, (_, at) => ({ at }));
  expect(process.memoryUsage().heapUsed).toBeGreaterThan(before + garbage.length);
  const held = process.memoryUsage().heapUsed;
  garbage = null;
  releaseLoadingMemory();
  expect(process.memoryUsage().heapUsed).toBeLessThan(held - 20_000_000);
  expect("gc" in globalThis).toBe(false);
});
