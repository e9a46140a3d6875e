import { defineConfig } from "vitest/config";

/** Journeys in a real browser against real processes: one desk for all of them, one file after another. */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["e2e/**/*.test.ts"],
    globalSetup: ["e2e/desk/start-desk.ts"],
    setupFiles: ["e2e/desk/set-up.ts"],
    isolate: false,
    testTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    fileParallelism: false,
    maxWorkers: 1,
  },
});
