import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Those that take minutes, the longest first. */
const LONG = [
  "chaos/seams.test.ts",
  "chaos/real.test.ts",
  "conversation-scripts/scripts.test.ts",
  "sync/convergence/convergence.test.ts",
  "chaos/ownership.test.ts",
];

/** What takes longest begins first, so that no worker waits for it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((file) => moduleId.endsWith(file));
      return place === -1 ? LONG.length : place;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

/**
 * The channel's library answers some of what it hears without looking whether the line is still there, and waits for
 * none of it. The connector's program logs that (connector/main.ts); here it is no failure either.
 */
function isLibraryAnsweringADeadLine({ message, stack = "" }: { message?: string; stack?: string }): boolean {
  return message === "Connection Closed" && stack.includes("@whiskeysockets/baileys/lib/Socket/socket.js");
}

/** Unit and integration tests: everything beside its source. Browser journeys have their own file in e2e/. */
export default defineConfig({
  test: {
    include: ["api", "sync", "domain", "connector", "db", "pwa", "bin", "chaos", "conversation-scripts"].map(
      (folder) => `${folder}/**/*.test.{ts,tsx}`,
    ),
    globalSetup: ["db/testing/global-setup.ts"],
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    onUnhandledError: (error) => (isLibraryAnsweringADeadLine(error) ? false : undefined),
  },
});
