import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { statementsOf } from "../driver/statements.ts";
import type { Watch } from "../operation/silence.ts";
import type { BackedUpFile, BackupFiles, EarlierFiles } from "./backup-files.ts";
import {
  appendChecksums,
  type Checksum,
  checksumListIn,
  checksumsIn,
  hashing,
  readChecksums,
  TABLES_LIST,
} from "./checksums.ts";
import { copyOut, withOwner } from "./copy.ts";
import { filesIn, type Manifest, manifestIn, readManifest, tableIn, tablePath } from "./manifest.ts";
import { selectOf, type Table, tablesToKeep } from "./tables.ts";
import { verifyBackup } from "./verify-backup.ts";

/** Takes a quarter less time for a whole backup than zlib's default of 6, whose tables are 6 % smaller. */
const GZIP_LEVEL = 3;
/** Lines of checksums are written together. */
const LINES_AT_ONCE = 500;

/** `bytes`: the size of tables and files, linked ones included; `linked`: the number of files linked to an earlier backup. */
export type WrittenBackup = Manifest & { bytes: number; linked: number };

/**
 * Copies the database at `ownerUrl` and the stored files into a new folder while the programs run. Tables are read in
 * one snapshot and files afterwards, so each file named by a row is present. The folder gets its name after everything
 * in it was read back; a backup that fails leaves no folder. `earlier`: the folder of a finished backup, whose unchanged
 * files are linked.
 */
export async function writeBackup(
  from: { ownerUrl: string; files: Pick<BackupFiles, "copyTo"> },
  folder: string,
  { earlier, ...watch }: Watch & { earlier?: string | undefined } = {},
): Promise<WrittenBackup> {
  if (existsSync(folder)) throw new Error(`${folder} exists already`);
  const unfinished = unfinishedOf(folder);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(join(unfinished, "tables"), { recursive: true, mode: 0o700 });
  await mkdir(checksumsIn(unfinished), { mode: 0o700 });
  try {
    const takenAt = new Date().toISOString();
    const { tables, newestMigration } = await copyTables(from.ownerUrl, unfinished, watch);
    const { files, linked } = await copyFiles(from.files, unfinished, earlier);
    const manifest: Manifest = { format: 1, takenAt, newestMigration, tables, files, hasChecksums: true };
    const { bytes } = await verifyBackup(unfinished, watch, manifest);
    await writeFile(manifestIn(unfinished), `${JSON.stringify(manifest, null, 1)}\n`, { flush: true });
    watch.signal?.throwIfAborted();
    await rename(unfinished, folder);
    return { ...manifest, bytes, linked };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** The name of a backup's folder until it is complete. */
export const unfinishedOf = (folder: string) => `${folder}.unfinished`;

async function copyFiles(from: Pick<BackupFiles, "copyTo">, folder: string, earlier: string | undefined) {
  let linked = 0;
  let waiting: BackedUpFile[] = [];
  const store = async () => {
    for (const [companyId, some = []] of Object.entries(Object.groupBy(waiting, (file) => file.companyId)))
      await appendChecksums(
        checksumListIn(folder, companyId),
        some.map(({ path, sha256 }) => ({ path: `files/${path}`, sha256 })),
      );
    waiting = [];
  };
  const files = await from.copyTo(filesIn(folder), {
    earlier: earlier === undefined ? undefined : await earlierFiles(earlier),
    async onFile(file) {
      if (file.isLinked) linked += 1;
      waiting.push(file);
      if (waiting.length >= LINES_AT_ONCE) await store();
    },
  });
  await store();
  return { files, linked };
}

async function earlierFiles(folder: string): Promise<EarlierFiles> {
  const { takenAt } = await readManifest(folder);
  return {
    folder: filesIn(folder),
    takenAt: new Date(takenAt),
    async checksums(companyId) {
      const found = await readChecksums(checksumListIn(folder, companyId));
      return found && new Map([...found].map(([path, sha256]) => [path.replace(/^files\//, ""), sha256]));
    },
  };
}

async function copyTables(url: string, folder: string, watch: Watch) {
  const copyAll = async (client: pg.Client) => {
    const sql = statementsOf(client);
    await sql`begin isolation level repeatable read read only`;
    const [migrated] = await sql<{ newest: string }[]>`select newest_migration() as newest`;
    const checksums: Checksum[] = [];
    const copied: { table: Omit<Table, "rows">; copy: { readonly rowCount: number } }[] = [];
    const kept = await tablesToKeep(sql);
    for (const table of kept) {
      watch.onStep?.({ name: table.name, done: copied.length, total: kept.length });
      const copying = { name: table.name, select: selectOf(table), ...watch };
      const hashed = hashing();
      const into = createWriteStream(tableIn(folder, table.name), { flush: true });
      const copy = await copyOut(client, copying, [createGzip({ level: GZIP_LEVEL }), hashed.stream], into);
      copied.push({ table, copy });
      checksums.push({ path: tablePath(table.name), sha256: hashed.result().sha256 });
    }
    await sql`commit`;
    await appendChecksums(checksumListIn(folder, TABLES_LIST), checksums);
    const tables: Table[] = copied.map(({ table, copy }) => ({ ...table, rows: copy.rowCount }));
    return { tables, newestMigration: Number(migrated?.newest) };
  };
  return withOwner(url, copyAll, watch.signal);
}
