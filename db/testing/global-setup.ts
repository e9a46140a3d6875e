import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrate } from "../operation/migrate.ts";
import { applicationUrl } from "../roles/application-role.ts";
import { findGaps } from "./find-gaps.ts";
import { withSessionOptions } from "./nodes.ts";
import { startMigratedCluster, type TestCluster } from "./template-cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Database address of the application's role. */
    databaseUrl: string;
    ownerUrl: string;
    /** The test files note here which statements the product sent: a line of JSON for each. */
    statementsPath: string;
  }
}

type Run = { cluster: Promise<TestCluster>; users: number };
/** The projects of a run share a cluster; each loads this file for itself. */
const shared = globalThis as { balcaoTestRun?: Run };

/** A server that is given, such as a cluster of several nodes, is migrated and left as it is. */
async function givenCluster(ownerUrl: string): Promise<TestCluster> {
  const folder = await mkdtemp(join(tmpdir(), "balcao-test-"));
  await chmod(folder, 0o755);
  const url = withSessionOptions(applicationUrl(ownerUrl));
  await migrate(ownerUrl, url);
  return { folder, ownerUrl, url, stop: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Starts one real, migrated Postgres for the whole test run. Each test creates its own companies in it. At the end of the
 * run the statements of the product are planned, and the temporary folder of the run is deleted.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  shared.balcaoTestRun ??= { cluster: given ? givenCluster(given) : startMigratedCluster(), users: 0 };
  const run = shared.balcaoTestRun;
  run.users += 1;
  const { folder, url, ownerUrl, stop } = await run.cluster;
  process.env.TMPDIR = folder;
  const statementsPath = join(folder, "statements.jsonl");
  project.provide("databaseUrl", url);
  project.provide("ownerUrl", ownerUrl);
  project.provide("statementsPath", statementsPath);
  return async () => {
    run.users -= 1;
    if (run.users > 0) return;
    shared.balcaoTestRun = undefined;
    try {
      const gaps = await findGaps(statementsPath, ownerUrl);
      if (gaps.length > 0) throw new Error(gaps.join("\n"));
    } finally {
      await stop();
    }
  };
}
