import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareCitusKit, startCitusCluster } from "../db/citus/kit.ts";
import { isGreen } from "./gate/summary.ts";
import { runSteps, type Step, vitest } from "./steps.ts";

const isCore = process.argv.includes("--core");

/** A statement of the product that goes to all nodes fails the test that made it. */
const sessionOptions = "-c citus.multi_task_query_log_level=error";

const core = [
  ["db/raw-isolation", "db/company-scope", "db/change-log/", "db/directory/"],
  ["domain/tickets/", "domain/users/", "domain/company-keys", "connector/inbox/inbox-worker"],
];
/** The tests of test tools, and of a database that is none of the cluster's. */
const notOnNodes = ["--exclude", "db/testing/**", "--exclude", "db/embedded/**"];
/** Minutes of guesses at a table of the coordinator. */
const guesses = ["--exclude", "api/session/password-reset-guesses.test.ts"];
/** Other spellings of a path are the same to the database. */
const oneSpelling = ["--testNamePattern", "^(?!.*with a (final|double) slash)"];
const api = ["api/contract", "api/isolation", "api/session/"];
const full = [
  // One run, so that no worker waits at the end of a suite.
  ["db/", "sync/server/", "domain/", ...api, "connector/", ...notOnNodes, ...guesses, ...oneSpelling],
  ["chaos/worker-away"],
];
const withDatabase = ["--project", "database", "--project", "database, isolated"];
/** A statement takes several times as long as on one Postgres. */
const slower = ["--testTimeout", "120000"];
const fewerRuns = { FUZZ_RUNS: "20" };
const journeys = ["--config", "e2e/vitest.config.ts", "e2e/answer", "e2e/find", "e2e/live"];

/** Runs the suites on a Citus cluster of its own, which ends with the run, also after a failure or a signal. */
async function run(): Promise<boolean> {
  const problem = prepareCitusKit();
  if (problem) {
    console.log(`The tests on Citus were left out: ${problem}.`);
    return isCore && process.env.CITUS_KIT === undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), "balcao-citus-"));
  await chmod(folder, 0o755); // Postgres runs as a user of its own
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ending.abort());
  const cluster = await startCitusCluster(folder);
  try {
    const env = {
      TEST_DATABASE_URL: cluster.ownerUrl,
      TEST_SESSION_OPTIONS: sessionOptions,
      TEST_CITUS_FOLDER: cluster.root,
      ...fewerRuns,
    };
    return isGreen(await runSteps(stepsWith(env), { goesOn: true, signal: ending.signal }));
  } finally {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function stepsWith(env: Record<string, string>): Step[] {
  const suites = (isCore ? core : full).map((paths) => ({
    name: pathsIn(paths).join(" "),
    runs: [vitest(`citus-${paths[0]?.replaceAll("/", "-")}`, [...withDatabase, ...paths, ...slower], env)],
  }));
  const inBrowser = { name: "journeys", runs: [vitest("citus-journeys", journeys, env)] };
  return isCore ? suites : [...suites, inBrowser];
}

/** Without the options that follow them. */
function pathsIn(parameters: readonly string[]): readonly string[] {
  const end = parameters.findIndex((parameter) => parameter.startsWith("--"));
  return end === -1 ? parameters : parameters.slice(0, end);
}

process.exitCode = (await run()) ? 0 : 1;
