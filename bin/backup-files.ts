import type { BackupFiles, Watch } from "../db/index.ts";
import { backUpFiles, copyFiles } from "../domain/desk/files/index.ts";
import { type FileStore, openDiskFileStore } from "../outside/file-store/index.ts";

/** Copies the files of a store to the folder of a backup and back. */
export function backupFilesOf(store: FileStore, watch: Watch = {}): BackupFiles {
  return {
    copyTo: (folder, options) => backUpFiles(store, folder, { ...options, ...watch }),
    async copyFrom(folder) {
      const { files, present } = await copyFiles(openDiskFileStore(folder), store, watch);
      return files + present;
    },
    async holdsOnly(folder) {
      const backup = openDiskFileStore(folder);
      for (const companyId of await store.companies()) {
        const kept = new Set((await backup.list(companyId)).map(({ id }) => id));
        if ((await store.list(companyId)).some(({ id }) => !kept.has(id))) return false;
      }
      return true;
    },
  };
}
