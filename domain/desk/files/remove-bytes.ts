import type { FileStore } from "../../../outside/file-store/index.ts";

/** Removes the bytes of deleted files. May run again. */
export async function removeBytes(store: FileStore, companyId: string, fileIds: readonly string[]): Promise<void> {
  for (const id of fileIds) await store.remove(companyId, id);
}
