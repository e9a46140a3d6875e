import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { compiledMessages } from "./pwa/testing/compiled-messages.ts";

/** Test files that take minutes, the longest first. */
const LONG = [
  "chaos/in-process.test.ts",
  "chaos/real.test.ts",
  "conversation-scripts/scripts.test.ts",
  "sync/testing/convergence/convergence.test.ts",
  "chaos/ownership.test.ts",
  "api/isolation.test.ts",
  "api/contract.test.ts",
];

/** Starts the longest files first, so that no worker waits for them at the end. */
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
 * Baileys answers some stanzas without checking that its socket is still open, and does not handle the rejected
 * promise. connector/main.ts logs such a rejection; in a test run it is not a failure either.
 */
function isReplyOnClosedSocket({ message, stack = "" }: { message?: string; stack?: string }): boolean {
  return message === "Connection Closed" && stack.includes("@whiskeysockets/baileys/lib/Socket/socket.js");
}

const folders = [
  "api",
  "sync",
  "domain",
  "connector",
  "sandbox",
  "db",
  "pwa",
  "bin",
  "bench",
  "chaos",
  "conversation-scripts",
];

/**
 * Unit and integration tests: everything beside its source. `*.test.ts` runs in Node with a real Postgres, and
 * `pwa/**\/*.test.tsx` draws components in jsdom. Browser journeys have their own file in e2e/.
 */
export default defineConfig({
  plugins: [compiledMessages()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: folders.map((folder) => `${folder}/**/*.test.ts`),
          globalSetup: ["db/testing/global-setup.ts"],
          setupFiles: [
            "db/testing/check-statements.ts",
            "db/testing/check-company-conditions.ts",
            "db/testing/allow-own-statements.ts",
            "db/testing/report-timeout.ts",
          ],
        },
      },
      {
        extends: true,
        test: {
          name: "components",
          include: ["pwa/**/*.test.tsx"],
          environment: "jsdom",
          // jsdom has no layout and no frames, and the machine may be slow: one more attempt, and the summary names the
          // test as flaky. Server tests get none: a lost or doubled message must fail the run the first time.
          retry: 1,
          setupFiles: ["pwa/testing/set-up.ts"],
        },
      },
    ],
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    onUnhandledError: (error) => (isReplyOnClosedSocket(error) ? false : undefined),
  },
});
