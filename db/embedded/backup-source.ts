import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import postgres from "postgres";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";

/**
 * Opens the database at `ownerUrl`; without one, the embedded cluster of `dataDir`, used as it is when it runs and
 * otherwise started for the duration.
 */
export async function openBackupSource(
  dataDir: string,
  ownerUrl?: string,
): Promise<{ ownerUrl: string; stop(): Promise<void> }> {
  const running = ownerUrl ?? (await runningCluster(resolve(dataDir)));
  return running ? { ownerUrl: running, stop: async () => {} } : startEmbeddedPostgres(dataDir);
}

/** The process that started the cluster wrote down its port; a connection attempt shows whether it still listens. */
async function runningCluster(root: string): Promise<string | null> {
  const [pidFile, passwordFile] = [join(root, "postgres", "postmaster.pid"), join(root, "postgres-password")];
  if (!existsSync(pidFile) || !existsSync(passwordFile)) return null;
  const port = Number((await readFile(pidFile, "utf8")).split("\n")[3]);
  const url = `postgres://balcao:${await readFile(passwordFile, "utf8")}@127.0.0.1:${port}/balcao`;
  const client = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    await client`select 1`;
    return url;
  } catch {
    return null; // left over from a cluster that was killed
  } finally {
    await client.end();
  }
}
