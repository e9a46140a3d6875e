import { randomInt } from "node:crypto";
import { globSync } from "node:fs";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { pureTestFiles, testFolders, whyIsolated } from "./bin/test-files.ts";
import { dropBaileysRejection } from "./bin/testing/baileys-rejections.ts";
import { startRunClock } from "./bin/testing/run-clock.ts";
import { longestFirst } from "./proof/gate/order.ts";
import { compiledMessages } from "./pwa/testing/compiled-messages.ts";

/**
 * Runs one project after another, because a process serves the files of one project; within each, the longest files
 * first, in the same order on each machine.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = this.ctx.projects.map(({ name }) => name);
    const order = ({ project }: TestSpecification) => projects.indexOf(project.name);
    const sorted = longestFirst(files, ({ moduleId }) => relative(import.meta.dirname, moduleId));
    return sorted.toSorted((a, b) => order(a) - order(b));
  }
}

/** The seed of all random tests. `npm test` takes it from the files of the commit; else each run has another one. */
process.env.TEST_SEED ??= String(randomInt(2 ** 31));
console.log(`TEST_SEED=${process.env.TEST_SEED}`);
const common = ["bin/testing/seed-properties.ts", "bin/testing/longer-waits.ts"];

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
 * journeys have their own file in proof/journeys/.
 */
export default defineConfig({
  plugins: [compiledMessages()],
  test: {
    projects: [
      ...shared("database", withDatabase, {
        globalSetup: ["db/testing/global-setup.ts"],
        setupFiles: [...common, "db/testing/set-up.ts"],
      }),
      ...shared("components", components, {
        environment: "jsdom",
        setupFiles: [...common, "pwa/testing/set-up.ts"],
      }),
      ...shared("pure", pure, { setupFiles: [...common, "pwa/testing/set-language.ts"] }),
    ],
    // Limits end what hangs; a wait ends before its test, so that it names its place (docs/decisions/0105).
    testTimeout: 90_000,
    expect: { poll: { timeout: 45_000 } },
    hookTimeout: 180_000,
    pool: "forks",
    // Tests with a database wait for it about half of the time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    onUnhandledError: dropBaileysRejection,
  },
});
