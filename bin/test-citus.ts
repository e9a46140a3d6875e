import { isGreen } from "../proof/gate/summary.ts";
import { citusRun, core, full, isKitNamed, openCitus, pathsIn } from "./citus-tests.ts";
import { runSteps, type Step, vitest } from "./steps.ts";

const isCore = process.argv.includes("--core");
const journeys = ["--config", "proof/journeys/vitest.config.ts", "proof/journeys/conversations"];

/** Runs the suites on a Citus cluster of its own, which ends with the run, also after a failure or a signal. */
async function run(): Promise<boolean> {
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ending.abort());
  const cluster = await openCitus();
  if (typeof cluster === "string") {
    console.log(`The tests on Citus were left out: ${cluster}.`);
    return isCore && !isKitNamed();
  }
  try {
    return isGreen(await runSteps(stepsWith(cluster.env), { goesOn: true, signal: ending.signal }));
  } finally {
    await cluster.stop();
  }
}

function stepsWith(env: Record<string, string>): Step[] {
  const suites = (isCore ? core : full).map((paths) => ({
    name: pathsIn(paths).join(" "),
    runs: [citusRun(paths, env)],
  }));
  const inBrowser = { name: "journeys", runs: [vitest("citus-journeys", journeys, env)] };
  return isCore ? suites : [...suites, inBrowser];
}

process.exitCode = (await run()) ? 0 : 1;
