import { resolve } from "node:path";
import { openBackupSource, restoreBackup } from "../db/index.ts";
import { keepFilesPrivate } from "../domain/environment/index.ts";
import { openFileStore, readFilesAddress } from "../domain/files/index.ts";
import { backupFilesOf } from "./backup-files.ts";
import { ownerUrlFromEnvironment } from "./database-urls.ts";

/**
 * `npm run restore -- FOLDER`: restores into the empty database of DATABASE_OWNER_URL, or into a new embedded one in
 * DATA_DIR.
 */
async function restore(): Promise<void> {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error("usage: restore FOLDER");
  const dataDir = resolve(process.env.DATA_DIR ?? "./.data");
  keepFilesPrivate(dataDir);
  const target = await openBackupSource(dataDir, ownerUrlFromEnvironment(process.env));
  try {
    const { takenAt, tables, files } = await restoreBackup(resolve(folder), {
      ownerUrl: target.ownerUrl,
      files: backupFilesOf(openFileStore(readFilesAddress(process.env, dataDir), dataDir)),
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`The desk as it was at ${takenAt}: ${rows} rows, ${files} files. Start it with the same SECRET_KEY.`);
  } finally {
    await target.stop();
  }
}

restore().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
