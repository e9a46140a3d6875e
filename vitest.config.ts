import { defineConfig } from "vitest/config";

/** Unit and integration tests: everything beside its source. Browser journeys have their own file in e2e/. */
export default defineConfig({
  test: {
    include: ["api", "sync", "domain", "connector", "db", "pwa", "bin", "chaos"].map(
      (folder) => `${folder}/**/*.test.{ts,tsx}`,
    ),
    globalSetup: ["db/testing/global-setup.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
