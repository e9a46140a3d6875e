import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import { sizeOf } from "../../../contracts/testing/sizes.ts";
import { type Device, startDevice } from "./device.ts";
import { expectTruth } from "./invariants.ts";
import { take } from "./run-step.ts";
import { closeSimulation, openSimulation } from "./simulation.ts";
import { anyHistory } from "./steps.ts";

/**
 * At size: `CONVERGENCE_RUNS=500 npx vitest run sync/testing/convergence/convergence.test.ts`. `CONVERGENCE_SEED` sets the
 * seed; the `CONVERGENCE_PATH` printed by a failure repeats it directly.
 */
const numRuns = sizeOf("CONVERGENCE_RUNS");
const seed = Number(process.env.CONVERGENCE_SEED ?? 4_711);
const path = process.env.CONVERGENCE_PATH;
const RUN_MS = 120_000;

let devices: Device[] = [];
beforeAll(async () => {
  devices = await Promise.all([startDevice("memory"), startDevice("dexie"), startDevice("memory")]);
});
afterAll(() => {
  for (const device of devices) device.stop();
});

test(
  "after random steps of three devices of two agents, all equal the database, and no reply is doubled or lost",
  async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(anyHistory, async ({ steps, luck, loss }) => {
        const simulation = await openSimulation(devices, loss, luck);
        try {
          for (const step of steps) await take(simulation, step);
          await expectTruth(simulation);
        } finally {
          await closeSimulation(simulation);
        }
        runs += 1;
        if (numRuns > 100 && runs % 25 === 0) console.log(`${runs} runs passed`);
      }),
      { numRuns, seed, ...(path ? { path } : {}), endOnFailure: true },
    );
  },
  numRuns * RUN_MS,
);
