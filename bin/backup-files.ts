import type { BackupFiles } from "../db/index.ts";
import { backUpFiles, copyFiles, type FileStore, openDiskFileStore } from "../domain/files/index.ts";

/** Copies the files of a store to the folder of a backup and back. */
export function backupFilesOf(store: FileStore): BackupFiles {
  return {
    copyTo: (folder, options) => backUpFiles(store, folder, options),
    copyFrom: async (folder) => (await copyFiles(openDiskFileStore(folder), store)).files,
    isEmpty: async () => (await store.companies()).length === 0,
  };
}
