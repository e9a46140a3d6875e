import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import postgres from "postgres";
import type { BackupFiles } from "./backup-files.ts";
import { selectOf, type Table, tablesToKeep } from "./tables.ts";

/** The contents of `manifest.json` in a backup folder. */
export type Manifest = { format: 1; takenAt: string; newestMigration: number; tables: Table[]; files: number };

export const manifestIn = (folder: string) => join(folder, "manifest.json");
export const tableIn = (folder: string, name: string) => join(folder, "tables", `${name}.copy.gz`);
export const filesIn = (folder: string) => join(folder, "files");

/**
 * Copies the database at `ownerUrl` and the stored files into a new folder while the programs run. Tables are read in
 * one snapshot and files afterwards, so each file named by a row is present.
 */
export async function writeBackup(
  from: { ownerUrl: string; files: Pick<BackupFiles, "copyTo"> },
  folder: string,
): Promise<Manifest> {
  if (existsSync(folder)) throw new Error(`${folder} exists already`);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(join(unfinished, "tables"), { recursive: true, mode: 0o700 });
  const takenAt = new Date().toISOString();
  const { tables, newestMigration } = await copyTables(from.ownerUrl, unfinished);
  const files = await from.files.copyTo(filesIn(unfinished));
  const manifest: Manifest = { format: 1, takenAt, newestMigration, tables, files };
  await writeFile(manifestIn(unfinished), `${JSON.stringify(manifest, null, 1)}\n`);
  await rename(unfinished, folder);
  return manifest;
}

async function copyTables(url: string, folder: string) {
  const client = postgres(url, { max: 1, onnotice: () => {}, connection: { TimeZone: "UTC" } });
  try {
    return await client.begin("isolation level repeatable read read only", async (sql) => {
      await sql`set local idle_in_transaction_session_timeout = 0`;
      const [migrated] = await sql<{ newest: string }[]>`select newest_migration() as newest`;
      const tables: Table[] = [];
      for (const table of await tablesToKeep(sql)) {
        const select = selectOf(table);
        const rows = await sql.unsafe<{ count: string }[]>(`select count(*) from (${select}) t`);
        const out = await sql.unsafe(`copy (${select}) to stdout`).readable();
        await pipeline(out, createGzip(), createWriteStream(tableIn(folder, table.name)));
        tables.push({ ...table, rows: Number(rows[0]?.count) });
      }
      return { tables, newestMigration: Number(migrated?.newest) };
    });
  } finally {
    await client.end();
  }
}
