import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { longestFirst } from "../gate/order.ts";

const root = new URL("../..", import.meta.url).pathname;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(files, ({ moduleId }) => relative(root, moduleId));
  }
}

/** Journeys in a real browser against real processes: one desk for all of them, one file after another. */
export default defineConfig({
  test: {
    root,
    include: ["proof/journeys/**/*.test.ts"],
    globalSetup: ["proof/journeys/desk/start-desk.ts"],
    setupFiles: ["proof/journeys/desk/set-up.ts"],
    isolate: false,
    testTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 300_000,
    fileParallelism: false,
    maxWorkers: 1,
    sequence: { sequencer: LongestFirst },
  },
});
