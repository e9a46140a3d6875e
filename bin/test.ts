import { globSync, writeFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import { measureStolen, readBrowser } from "../proof/gate/machine.ts";
import { divide } from "../proof/gate/order.ts";
import { reports, root } from "../proof/gate/record.ts";
import type { MayStart } from "../proof/gate/rerun.ts";
import { isGreen, type Outcome } from "../proof/gate/summary.ts";
import { readUnstable } from "../proof/gate/unstable.ts";
import { citusRun, core, isKitNamed, type OpenCitus, openCitus, touchesCitus } from "./citus-tests.ts";
import { keepResult, slowerParts, summaryOf } from "./last-test.ts";
import { committedTree, seedOfTree } from "./proofs.ts";
import { type Run, runSteps, type Step, script, tool, vitest } from "./steps.ts";

/**
 * Journeys mostly wait, so two desks run in parallel with half of them each, when the machine has the cores and
 * memory.
 */
const desks = availableParallelism() >= 2 && totalmem() >= 6 * 1024 ** 3 ? 2 : 1;
const halves = divide(globSync("proof/journeys/**/*.test.ts", { cwd: root }), desks);

const types = (config: string) => ({ args: [tool("typescript/bin/tsc"), "-p", `tsconfig.${config}`] });

const TEST_SEED = seedOfTree(committedTree());

const leftOut = ["the other sizes and display modes of journeys (npm run proof -- walks)"];
let citus: OpenCitus | undefined;

/** `.ci/run` has 90 minutes: only reruns start that end within these minutes after it began. */
const rerunMinutes = Number(process.env.GATE_RERUN_MINUTES ?? 83);
/** The Citus core leaves time for reruns. */
const CITUS_MINUTES = 60;
const began = Number(process.env.GATE_STARTED ?? Date.now() / 1000);
const isWithin = (minutes: number, seconds = 0) => Date.now() / 1000 + seconds - began < minutes * 60;
/** The product starts for a rerun, and the file may take longer than before. */
const mayRerun: MayStart = (seconds) => isWithin(rerunMinutes, 1.5 * seconds + 60);

/** Starts the cluster of the Citus core. */
async function citusRuns(): Promise<Run[]> {
  if (!isWithin(CITUS_MINUTES)) {
    leftOut.push(`the Citus core, because the run has taken ${CITUS_MINUTES} minutes (npm run test:citus -- --core)`);
    return [];
  }
  const opened = await openCitus();
  if (typeof opened === "string") {
    if (isKitNamed()) throw new Error(opened);
    leftOut.push(`the Citus core, because ${opened}`);
    return [];
  }
  citus = opened;
  return core.map((paths) => citusRun(paths, opened.env));
}

/**
 * Runs every check of the repository, fastest first. A red step does not end the run, and red test files run again,
 * each alone; `--bail` ends it at the first red step. `npm run proof` runs the long proofs.
 */
const steps: Step[] = [
  { name: "commit subjects", runs: [{ args: [script("bin/checks/check-commits.ts")] }] },
  { name: "build", runs: [{ args: [script("bin/build.ts")] }] },
  { name: "types", runs: [types("json")] },
  { name: "types by environment", runs: [types("contracts.json"), types("server.json"), types("browser.json")] },
  { name: "lint", runs: [{ args: [tool("@biomejs/biome/bin/biome"), "check", "."] }] },
  { name: "dependency rules", runs: [{ args: [script("bin/checks/lint-deps.ts")] }] },
  { name: "unused code", runs: [{ args: [tool("knip/bin/knip.js")] }] },
  { name: "empty catches", runs: [{ args: [script("bin/checks/check-catches.ts")] }] },
  { name: "lengths of functions", runs: [{ args: [script("bin/checks/check-functions.ts")] }] },
  { name: "rules of tests", runs: [{ args: [script("bin/checks/check-tests.ts")] }] },
  { name: "unit and integration", runs: [vitest("unit", ["--config", "vitest.config.ts"], { TEST_SEED })] },
  {
    name: "journeys",
    needs: "build",
    runs: halves.map((files, at) =>
      vitest(`journeys-${at + 1}`, ["--config", "proof/journeys/vitest.config.ts", ...files], {
        SCREENSHOTS: "off",
        WALKS: "usual",
      }),
    ),
  },
];
if (touchesCitus(root)) steps.push({ name: "Citus core", runs: citusRuns });
else leftOut.push("the Citus core, because the change touches nothing of it (npm run test:citus -- --core)");
const isBailing = process.argv.includes("--bail");

const gate = { goesOn: true, mayRerun, unstable: readUnstable() };
const stolen = measureStolen();

/** Returns the lines above the counts; the last is all of it for other programs, and is kept in `gate.json`. */
function remarks(outcome: Outcome): string[] {
  const browser = readBrowser();
  const machine = { stolenPercent: stolen(), browser };
  const json = JSON.stringify({ ...summaryOf(outcome), seed: TEST_SEED, ...machine });
  writeFileSync(join(reports, "gate.json"), `${json}\n`);
  return [
    ...slowerParts(outcome.seconds),
    `Left out: ${leftOut.join("; ")}`,
    `Browser: ${browser ? `${browser.version}, ${browser.path}` : "none was started"}`,
    `TEST_SEED=${TEST_SEED}; ${machine.stolenPercent} % of the processor time was stolen`,
    `GATE ${json}`,
  ];
}

const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ending.abort());
try {
  const outcome = await runSteps(steps, { remarks, signal: ending.signal, ...(isBailing ? {} : gate) });
  keepResult(outcome);
  process.exitCode = isGreen(outcome) ? 0 : 1;
} finally {
  await citus?.stop();
}
