import { afterEach, expect, test, vi } from "vitest";
import { startStorageWorker, takeStorageWorker } from "./storage-worker-start.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("the worker that was started early is taken once; the next storage has one of its own", () => {
  const made: object[] = [];
  vi.stubGlobal(
    "Worker",
    class {
      constructor() {
        made.push(this);
      }
    },
  );
  startStorageWorker();
  startStorageWorker();
  expect(made).toHaveLength(1);
  expect(takeStorageWorker()).toBe(made[0]);
  expect(takeStorageWorker()).toBe(made[1]);
  expect(made).toHaveLength(2);
});
