import { defineConfig } from "vitest/config";

/** Journeys in a real browser against the real processes: one product for all of them, one after another. */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["e2e/**/*.test.ts"],
    globalSetup: ["e2e/desk/start-desk.ts"],
    testTimeout: 180_000,
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 120_000,
    fileParallelism: false,
    maxWorkers: 1,
  },
});
