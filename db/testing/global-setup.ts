import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { applicationUrl } from "../application-role.ts";
import { startEmbeddedPostgres } from "../embedded/embedded-postgres.ts";
import { migrate } from "../migrate.ts";
import { prepareTemplate } from "./cluster-database.ts";
import { isOnNodes, withSessionOptions } from "./nodes.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Database address of the application's role. */
    databaseUrl: string;
    ownerUrl: string;
  }
}

/**
 * Starts one real Postgres, migrated once, for the whole test run. Each test creates its own companies in it. The
 * temporary folder of the run is deleted at its end.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "balcao-test-"));
  await chmod(folder, 0o755); // as root, Postgres runs as a user of its own
  process.env.TMPDIR = folder;
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? null : await startEmbeddedPostgres(folder, { fast: true });
  const ownerUrl = given ?? server?.ownerUrl ?? "";
  const url = withSessionOptions(applicationUrl(ownerUrl));
  await migrate(ownerUrl, url);
  if (isOnNodes) await prepareTemplate(ownerUrl);
  project.provide("databaseUrl", url);
  project.provide("ownerUrl", ownerUrl);
  return async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
