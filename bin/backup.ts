import { resolve } from "node:path";
import { openBackupSource, verifyBackup, writeBackup } from "../db/index.ts";
import { keepFilesPrivate } from "../domain/environment/index.ts";
import { openFileStore, readFilesAddress } from "../domain/files/index.ts";
import { backupFilesOf } from "./backup-files.ts";
import { ownerUrlFromEnvironment } from "./database-urls.ts";

/** `npm run backup -- verify FOLDER`: reads a backup back and compares it with its checksums and numbers. */
async function verify(folder: string | undefined): Promise<void> {
  if (!folder) throw new Error("usage: backup verify FOLDER");
  const { manifest, rows, files } = await verifyBackup(resolve(folder));
  const numbers = `${folder}: ${manifest.tables.length} tables, ${rows} rows, ${files} files of ${manifest.takenAt}`;
  if (manifest.hasChecksums) console.log(`${numbers} are as they were written.`);
  else
    console.log(`${numbers} are complete. An earlier version wrote it without checksums: contents were not compared.`);
}

/** `npm run backup -- FOLDER`: backs up the database of DATABASE_OWNER_URL, or the embedded one, running or stopped. */
async function backup(): Promise<void> {
  const [folder, second] = process.argv.slice(2);
  if (folder === "verify") return verify(second);
  if (!folder) throw new Error("usage: backup FOLDER (a new one), or: backup verify FOLDER");
  const dataDir = resolve(process.env.DATA_DIR ?? "./.data");
  keepFilesPrivate(dataDir);
  const source = await openBackupSource(dataDir, ownerUrlFromEnvironment(process.env));
  try {
    const { tables, files } = await writeBackup(
      {
        ownerUrl: source.ownerUrl,
        files: backupFilesOf(openFileStore(readFilesAddress(process.env, dataDir), dataDir)),
      },
      resolve(folder),
    );
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`${folder}: ${tables.length} tables, ${rows} rows, ${files} files.`);
  } finally {
    await source.stop();
  }
}

backup().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
