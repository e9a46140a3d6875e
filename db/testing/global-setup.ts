import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../embedded/embedded-postgres.ts";
import { migrate } from "../migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

/** One real Postgres, migrated once, for the whole test run. Each test makes companies of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    await migrate(given);
    project.provide("databaseUrl", given);
    return async () => {};
  }
  const folder = await mkdtemp(join(tmpdir(), "balcao-test-"));
  await chmod(folder, 0o755); // as root, Postgres runs as a user of its own
  const server = await startEmbeddedPostgres(folder, { fast: true });
  await migrate(server.url);
  project.provide("databaseUrl", server.url);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
