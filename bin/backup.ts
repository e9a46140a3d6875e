import "./operator/low-priority.ts";
import { resolve } from "node:path";
import { openBackupSource, verifyBackup, type Watch, writeBackup } from "../db/index.ts";
import { keepFilesPrivate } from "../outside/environment/index.ts";
import { openFileStore, readFilesAddress } from "../outside/file-store/index.ts";
import { backupFilesOf } from "./backup-files.ts";
import { ownerUrlFromEnvironment } from "./database-urls.ts";
import { runCommand, UsageError } from "./operator/run-command.ts";

/** `npm run backup -- verify FOLDER`: reads a backup back and compares it with its checksums and numbers. */
async function verify(folder: string | undefined, watch: Watch): Promise<string> {
  if (!folder) throw new UsageError("usage: backup verify FOLDER");
  const { manifest, rows, files } = await verifyBackup(resolve(folder), watch);
  const numbers = `${folder}: ${manifest.tables.length} tables, ${rows} rows, ${files} files of ${manifest.takenAt}`;
  return manifest.hasChecksums
    ? `${numbers} are as they were written.`
    : `${numbers} are complete. An earlier version wrote it without checksums: contents were not compared.`;
}

/** `npm run backup -- FOLDER`: backs up the database of DATABASE_OWNER_URL, or the embedded one, running or stopped. */
async function backup(watch: Watch): Promise<string> {
  const [folder, second] = process.argv.slice(2);
  if (folder === "verify") return verify(second, watch);
  if (!folder) throw new UsageError("usage: backup FOLDER (a new one), or: backup verify FOLDER");
  const dataDir = resolve(process.env.DATA_DIR ?? "./.data");
  keepFilesPrivate(dataDir);
  const source = await openBackupSource(dataDir, ownerUrlFromEnvironment(process.env));
  try {
    const { tables, files } = await writeBackup(
      {
        ownerUrl: source.ownerUrl,
        files: backupFilesOf(openFileStore(readFilesAddress(process.env, dataDir), dataDir), watch),
      },
      resolve(folder),
      watch,
    );
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return `${folder}: ${tables.length} tables, ${rows} rows, ${files} files.`;
  } finally {
    await source.stop();
  }
}

await runCommand("backup", backup);
