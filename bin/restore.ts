import { resolve } from "node:path";
import { openBackupSource, restoreBackup, type Watch } from "../db/index.ts";
import { keepFilesPrivate } from "../outside/environment/index.ts";
import { openFileStore, readFilesAddress } from "../outside/file-store/index.ts";
import { backupFilesOf } from "./backup-files.ts";
import { ownerUrlFromEnvironment } from "./database-urls.ts";
import { runCommand, UsageError } from "./operator/run-command.ts";

/**
 * `npm run restore -- FOLDER`: restores into the empty database of DATABASE_OWNER_URL, or into a new embedded one in
 * DATA_DIR.
 */
async function restore(watch: Watch): Promise<string> {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new UsageError("usage: restore FOLDER");
  const dataDir = resolve(process.env.DATA_DIR ?? "./.data");
  keepFilesPrivate(dataDir);
  const target = await openBackupSource(dataDir, ownerUrlFromEnvironment(process.env));
  try {
    const files = backupFilesOf(openFileStore(readFilesAddress(process.env, dataDir), dataDir), watch);
    const restored = await restoreBackup(resolve(folder), { ownerUrl: target.ownerUrl, files }, watch);
    const { takenAt, tables } = restored;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return `The desk as it was at ${takenAt}: ${rows} rows, ${restored.files} files. Start it with the same SECRET_KEY.`;
  } finally {
    await target.stop();
  }
}

await runCommand("restore", restore);
