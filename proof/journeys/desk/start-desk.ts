import { rm } from "node:fs/promises";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { applicationUrl, openBackupSource } from "../../../db/index.ts";
import { createDatabase } from "../../../db/testing/cluster-database.ts";
import { withSessionOptions } from "../../../db/testing/nodes.ts";
import { newDataDir, runDesk } from "./run-desk.ts";

declare module "vitest" {
  interface ProvidedContext {
    deskUrl: string;
    /** The running desk's database, signed in as the application; for rows that would take long to create by clicks. */
    databaseUrl: string;
    /** The same database, signed in as its owner; for rows of every company. */
    ownerUrl: string;
  }
}

/** Starts one desk for all journeys, on a data folder of its own; it ends with the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await newDataDir();
  process.env.TMPDIR = dataDir; // files that journeys write there are deleted with the run
  const own = await givenDatabase();
  const { url, child, ended } = await runDesk(dataDir, own);
  project.provide("deskUrl", url);
  const { ownerUrl } = await openBackupSource(dataDir, own.DATABASE_OWNER_URL);
  project.provide("ownerUrl", ownerUrl);
  project.provide("databaseUrl", applicationUrl(ownerUrl));
  await removeAutomaticMessages(ownerUrl);
  return async () => {
    child.kill("SIGTERM");
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** With TEST_DATABASE_URL, a new database beside that one (`npm run test:citus`). */
async function givenDatabase(): Promise<{ DATABASE_URL?: string; DATABASE_OWNER_URL?: string }> {
  const given = process.env.TEST_DATABASE_URL;
  if (!given) return {};
  const ownerUrl = await createDatabase(given, `journeys_${process.pid}`);
  return { DATABASE_URL: withSessionOptions(applicationUrl(ownerUrl)), DATABASE_OWNER_URL: ownerUrl };
}

/**
 * Removes the demo's queue menu and greeting: in journeys only users answer, unless a test sets up automatic
 * messages.
 */
async function removeAutomaticMessages(ownerUrl: string): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  await sql`delete from connection_queues`;
  await sql`update connections set greeting_message = ''`;
  await sql.end();
}
