import { rm } from "node:fs/promises";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { applicationUrl, openBackupSource } from "../../db/index.ts";
import { newDataDir, runDesk } from "./run-desk.ts";

declare module "vitest" {
  interface ProvidedContext {
    deskUrl: string;
    /** The running desk's own database as the application, for rows that take long to make by clicks. */
    databaseUrl: string;
    /** The same database as its owner, for rows of every company. */
    ownerUrl: string;
  }
}

/** One desk for all journeys, on a data folder of its own; it ends with the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await newDataDir();
  process.env.TMPDIR = dataDir; // what the journeys write there goes with the run
  const { url, child, ended } = await runDesk(dataDir);
  project.provide("deskUrl", url);
  const { ownerUrl } = await openBackupSource(dataDir);
  project.provide("ownerUrl", ownerUrl);
  project.provide("databaseUrl", applicationUrl(ownerUrl));
  await leaveTheWordsToPeople(ownerUrl);
  return async () => {
    child.kill("SIGTERM");
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** The sample shop greets and offers its queues by itself; in journeys only people answer, except where one says otherwise. */
async function leaveTheWordsToPeople(ownerUrl: string): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  await sql`delete from connection_queues`;
  await sql`update connections set greeting_message = ''`;
  await sql.end();
}
