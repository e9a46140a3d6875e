import { randomInt } from "node:crypto";
import { globSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { pureTestFiles, testFolders, whyIsolated } from "./bin/test-files.ts";
import { startRunClock } from "./bin/testing/run-clock.ts";
import { compiledMessages } from "./pwa/testing/compiled-messages.ts";

/** Test files that take minutes, the longest first. */
const LONG = [
  "chaos/campaigns.test.ts",
  "chaos/in-process.test.ts",
  "chaos/real.test.ts",
  "conversation-scripts/scripts.test.ts",
  "sync/testing/convergence/convergence.test.ts",
  "chaos/ownership.test.ts",
  "api/bounded-work.test.ts",
  "api/isolation.test.ts",
  "api/contract.test.ts",
];

/**
 * Runs one project after another, because a process serves the files of one project; within each, the longest files
 * first, so that no worker waits for them at the end.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = this.ctx.projects.map(({ name }) => name);
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((file) => moduleId.endsWith(file));
      return place === -1 ? LONG.length : place;
    };
    const order = ({ project }: TestSpecification) => projects.indexOf(project.name);
    return sorted.toSorted((a, b) => order(a) - order(b) || rank(a) - rank(b));
  }
}

/**
 * Baileys answers some stanzas without checking that its socket is still open, and does not handle the rejected
 * promise. connector/main.ts logs such a rejection; in a test run it is not a failure either.
 */
function isReplyOnClosedSocket({ message, stack = "" }: { message?: string; stack?: string }): boolean {
  return message === "Connection Closed" && stack.includes("@whiskeysockets/baileys/lib/Socket/socket.js");
}

/** The seed of all random tests. `npm test` takes it from the files of the commit; else each run has another one. */
process.env.TEST_SEED ??= String(randomInt(2 ** 31));
console.log(`TEST_SEED=${process.env.TEST_SEED}`);
const seed = "bin/testing/seed-properties.ts";

startRunClock();

const pure = pureTestFiles();
const isPure = new Set(pure);
const withDatabase = globSync(testFolders.map((folder) => `${folder}/**/*.test.ts`)).filter(
  (file) => !isPure.has(file),
);
const components = globSync("pwa/**/*.test.tsx");

/**
 * Two projects of the same files: those that share a process, whose modules are loaded once, and those that need one of
 * their own (`whyIsolated`).
 */
function shared(name: string, files: string[], test: object) {
  const alone = files.filter((file) => whyIsolated(file) !== null);
  const together = files.filter((file) => whyIsolated(file) === null);
  return [
    { extends: true as const, test: { ...test, name, include: together, isolate: false } },
    { extends: true as const, test: { ...test, name: `${name}, isolated`, include: alone } },
  ].filter(({ test: { include } }) => include.length > 0);
}

/**
 * Unit and integration tests: everything beside its source. `*.test.ts` runs in Node: with a real Postgres, or in the
 * project `pure` when none of its imports reaches the database. `pwa/**\/*.test.tsx` draws components in jsdom. Browser
 * journeys have their own file in e2e/.
 */
export default defineConfig({
  plugins: [compiledMessages()],
  test: {
    projects: [
      ...shared("database", withDatabase, {
        globalSetup: ["db/testing/global-setup.ts"],
        setupFiles: [seed, "db/testing/set-up.ts"],
      }),
      ...shared("components", components, {
        environment: "jsdom",
        setupFiles: [seed, "pwa/testing/set-up.ts"],
      }),
      ...shared("pure", pure, { setupFiles: [seed, "pwa/testing/set-language.ts"] }),
    ],
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
    pool: "forks",
    // Tests with a database wait for it about half of the time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    onUnhandledError: (error) => (isReplyOnClosedSocket(error) ? false : undefined),
  },
});
