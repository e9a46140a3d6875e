import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import postgres from "postgres";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";

/** The database at `ownerUrl`; without one the embedded cluster of `dataDir`, left alone if it runs, else started for now. */
export async function openBackupSource(
  dataDir: string,
  ownerUrl?: string,
): Promise<{ ownerUrl: string; stop(): Promise<void> }> {
  const running = ownerUrl ?? (await runningCluster(resolve(dataDir)));
  return running ? { ownerUrl: running, stop: async () => {} } : startEmbeddedPostgres(dataDir);
}

/** Whoever started it wrote down its port; whether it still listens there shows when it is asked. */
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
