import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sizes } from "../contracts/testing/sizes.ts";
import { prepareCitusKit, startCitusCluster } from "../db/citus/kit.ts";
import { type Run, vitest } from "./steps.ts";

/** A statement of the product that goes to all nodes fails the test that made it. */
const sessionOptions = "-c citus.multi_task_query_log_level=error";

export const core = [
  ["db/roles/raw-isolation", "db/roles/company-scope", "db/change-log/", "db/directory/"],
  ["domain/desk/tickets/", "domain/account/users/", "domain/company-keys", "connector/inbox/inbox-worker"],
];
/** The tests of test tools, and of a database that is none of the cluster's. */
const notOnNodes = ["--exclude", "db/testing/**", "--exclude", "db/embedded/**"];
/** Minutes of guesses at a table of the coordinator. */
const guesses = ["--exclude", "api/session/password-reset-guesses.test.ts"];
/** Other spellings of a path are the same to the database. */
const oneSpelling = ["--testNamePattern", "^(?!.*with a (final|double) slash)"];
const api = ["api/contract", "api/isolation", "api/session/"];
export const full = [
  // One run, so that no worker waits at the end of a suite.
  ["db/", "sync/server/", "domain/", ...api, "connector/", ...notOnNodes, ...guesses, ...oneSpelling],
  ["proof/chaos/worker-away"],
];
const withDatabase = ["--project", "database", "--project", "database, isolated"];
/** A statement takes several times as long as on one Postgres. */
const slower = ["--testTimeout", "120000"];
const fewerRuns = Object.fromEntries(
  Object.keys(sizes)
    .filter((name) => name.startsWith("FUZZ_"))
    .map((name) => [name, "20"]),
);

export type OpenCitus = { env: Record<string, string>; stop(): Promise<void> };

/** Starts a cluster for tests. Returns a sentence instead when the kit cannot be started here. */
export async function openCitus(): Promise<OpenCitus | string> {
  const problem = prepareCitusKit();
  if (problem) return problem;
  const folder = await mkdtemp(join(tmpdir(), "balcao-citus-"));
  await chmod(folder, 0o755); // Postgres runs as a user of its own
  const cluster = await startCitusCluster(folder);
  return {
    env: {
      TEST_DATABASE_URL: cluster.ownerUrl,
      TEST_SESSION_OPTIONS: sessionOptions,
      TEST_CITUS_FOLDER: cluster.root,
      ...fewerRuns,
    },
    async stop() {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A missing kit is a failure only where somebody has named one. */
export const isKitNamed = (): boolean => process.env.CITUS_KIT !== undefined;

/** Returns the run of a suite on the cluster. */
export const citusRun = (paths: readonly string[], env: Record<string, string>): Run =>
  vitest(`citus-${paths[0]?.replaceAll("/", "-")}`, [...withDatabase, ...paths, ...slower], env);

/** Without the options that follow them. */
export function pathsIn(parameters: readonly string[]): readonly string[] {
  const end = parameters.findIndex((parameter) => parameter.startsWith("--"));
  return end === -1 ? parameters : parameters.slice(0, end);
}

const tested = /^(db|domain|outside|sync\/server|connector)\/|^package-lock\.json$/;

/** Returns whether the change touches what the core tests. Where main is not known, or is the commit itself, it does. */
export function touchesCitus(root: string): boolean {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
  try {
    if (git("rev-parse", "origin/main") === git("rev-parse", "HEAD")) return true;
    return git("diff", "--name-only", "origin/main...")
      .split("\n")
      .some((file) => tested.test(file));
  } catch {
    return true;
  }
}
