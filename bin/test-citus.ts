import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "../db/index.ts";
import { runSteps, type Step, vitest } from "./steps.ts";

const kit = resolve(process.env.CITUS_KIT ?? join(import.meta.dirname, "../../shared/citus"));
const isCore = process.argv.includes("--core");
const NODES = 3;

/** A statement of the product that goes to all nodes fails the test that made it. */
const sessionOptions = "-c citus.multi_task_query_log_level=error";

const core = [
  ["db/raw-isolation", "db/company-scope", "db/change-log/", "db/directory/"],
  ["api/isolation", "domain/tickets/", "domain/users/", "domain/company-keys"],
  ["connector/ownership/", "connector/inbox/"],
];
/** The tests of test tools, and of a database that is none of the cluster's. */
const notOnNodes = ["--exclude", "db/testing/**", "--exclude", "db/embedded/**"];
const full = [
  ["db/", ...notOnNodes],
  ["sync/server/"],
  ["domain/"],
  ["api/contract", "api/isolation", "api/session/"],
  ["connector/"],
  ["chaos/worker-away"],
];
const journeys = ["--config", "e2e/vitest.config.ts", "e2e/answer", "e2e/find", "e2e/live"];

/** Runs the suites on a Citus cluster of its own, which ends with the run, also after a failure or a signal. */
async function run(): Promise<boolean> {
  if (!existsSync(join(kit, "up.sh")) || process.getuid?.() !== 0) {
    console.log(`The tests on Citus were left out: they need root and the kit in ${kit} (CITUS_KIT).`);
    return isCore;
  }
  const folder = await mkdtemp(join(tmpdir(), "balcao-citus-"));
  await chmod(folder, 0o755); // Postgres runs as a user of its own
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ending.abort());
  try {
    const env = {
      TEST_DATABASE_URL: await startCluster(folder),
      TEST_SESSION_OPTIONS: sessionOptions,
      TEST_CITUS_FOLDER: folder,
    };
    return await runSteps(stepsWith(env), { goesOn: true, signal: ending.signal });
  } finally {
    spawnSync("bash", [join(kit, "down.sh"), folder, "--wipe"], { stdio: ["ignore", "inherit", "inherit"] });
    await rm(folder, { recursive: true, force: true });
  }
}

async function startCluster(folder: string): Promise<string> {
  const args = [join(kit, "up.sh"), folder, String(await freePorts())];
  // In a group of its own: Ctrl-C in a terminal must not end the nodes before the tests.
  const { status, stdout } = spawnSync("setsid", ["--wait", "bash", ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = /^DATABASE_URL=(.+)$/m.exec(stdout)?.[1];
  if (status !== 0 || !url) throw new Error(`the cluster of ${kit} did not start`);
  return url;
}

/** Returns the first of as many consecutive free ports as there are nodes. */
async function freePorts(): Promise<number> {
  for (let tries = 0; tries < 20; tries += 1) {
    const first = await freePort();
    const others = Array.from({ length: NODES - 1 }, (_, at) => isFree(first + 1 + at));
    if ((await Promise.all(others)).every(Boolean)) return first;
  }
  throw new Error("no free ports");
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const server = createServer().once("error", () => done(false));
    server.listen(port, "127.0.0.1", () => server.close(() => done(true)));
  });

function stepsWith(env: Record<string, string>): Step[] {
  const suites = (isCore ? core : full).map((paths) => ({
    name: paths.filter((path) => path.includes("/") && !path.includes("*")).join(" "),
    runs: [vitest(`citus-${paths[0]?.replaceAll("/", "-")}`, ["--project", "node", ...paths], env)],
  }));
  const inBrowser = { name: "journeys", runs: [vitest("citus-journeys", journeys, env)] };
  return isCore ? suites : [...suites, inBrowser];
}

process.exitCode = (await run()) ? 0 : 1;
