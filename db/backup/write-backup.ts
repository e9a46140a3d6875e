import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createGzip } from "node:zlib";
import { statementsOf } from "../statements.ts";
import type { BackupFiles } from "./backup-files.ts";
import { copyOut, withOwner } from "./copy.ts";
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
  return withOwner(url, async (client) => {
    const sql = statementsOf(client);
    await sql`begin isolation level repeatable read read only`;
    const [migrated] = await sql<{ newest: string }[]>`select newest_migration() as newest`;
    const copied: { table: Omit<Table, "rows">; copy: { readonly rowCount: number } }[] = [];
    for (const table of await tablesToKeep(sql)) {
      const copying = { name: table.name, select: selectOf(table) };
      const copy = await copyOut(client, copying, [createGzip()], createWriteStream(tableIn(folder, table.name)));
      copied.push({ table, copy });
    }
    await sql`commit`;
    const tables: Table[] = copied.map(({ table, copy }) => ({ ...table, rows: copy.rowCount }));
    return { tables, newestMigration: Number(migrated?.newest) };
  });
}
