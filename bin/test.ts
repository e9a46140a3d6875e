import { availableParallelism, totalmem } from "node:os";
import { keepResult, slowerParts } from "./last-test.ts";
import { committedTree, seedOfTree } from "./proofs.ts";
import { runSteps, script, tool, vitest } from "./steps.ts";

/**
 * Journeys mostly wait, so two desks run in parallel with half of them each, when the machine has the cores and
 * memory.
 */
const desks = availableParallelism() >= 2 && totalmem() >= 6 * 1024 ** 3 ? 2 : 1;
const halves = Array.from({ length: desks }, (_, at) => `${at + 1}/${desks}`);

const types = (config: string) => ({ args: [tool("typescript/bin/tsc"), "-p", `tsconfig.${config}`] });

const TEST_SEED = seedOfTree(committedTree());

/**
 * Runs every check of the repository, fastest first. A red step does not end the run, and red test files run again,
 * each alone; `--bail` ends it at the first red step. `npm run proof` runs the long proofs.
 */
const steps = [
  { name: "commit subjects", runs: [{ args: [script("bin/check-commits.ts")] }] },
  { name: "build", runs: [{ args: [script("bin/build.ts")] }] },
  { name: "types", runs: [types("json")] },
  { name: "types by environment", runs: [types("contracts.json"), types("server.json"), types("browser.json")] },
  { name: "lint", runs: [{ args: [tool("@biomejs/biome/bin/biome"), "check", "."] }] },
  { name: "dependency rules", runs: [{ args: [script("bin/lint-deps.ts")] }] },
  { name: "unused code", runs: [{ args: [tool("knip/bin/knip.js")] }] },
  { name: "empty catches", runs: [{ args: [script("bin/check-catches.ts")] }] },
  { name: "rules of tests", runs: [{ args: [script("bin/check-tests.ts")] }] },
  { name: "unit and integration", runs: [vitest("unit", ["--config", "vitest.config.ts"], { TEST_SEED })] },
  {
    name: "journeys",
    needs: "build",
    runs: halves.map((half, at) =>
      vitest(`journeys-${at + 1}`, ["--config", "e2e/vitest.config.ts", `--shard=${half}`], {
        SCREENSHOTS: "off",
        WALKS: "usual",
      }),
    ),
  },
];
const isBailing = process.argv.includes("--bail");
const outcome = await runSteps(steps, { remarks: slowerParts, goesOn: !isBailing, reruns: !isBailing });
keepResult(outcome);
process.exitCode = outcome.isGreen ? 0 : 1;
