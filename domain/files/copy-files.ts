import { hashOf } from "./content.ts";
import type { FileStore } from "./file-store.ts";

export type Copied = { files: number; bytes: number; present: number };
type Options = {
  /** Compares the content of files that are present, and of each copy, by their hash. */
  comparesContent?: boolean;
  onFile?(copied: Copied): void;
};

/**
 * Copies all files that `to` does not have with the same size. It may be stopped at any time and run again; nothing is
 * removed from `from`. Resolves with the number of copied files and bytes, and of files that were present.
 */
export async function copyFiles(from: FileStore, to: FileStore, options: Options = {}): Promise<Copied> {
  const copied: Copied = { files: 0, bytes: 0, present: 0 };
  for (const companyId of await from.companies()) {
    for (const { id } of await from.list(companyId)) {
      if (await isPresent(companyId, id)) copied.present += 1;
      else await copy(companyId, id);
      options.onFile?.(copied);
    }
  }
  return copied;

  async function isPresent(companyId: string, id: string): Promise<boolean> {
    const [size, present] = [await from.size(companyId, id), await to.size(companyId, id)];
    if (size !== present || size === 0) return false;
    return !options.comparesContent || hasSameContent(companyId, id);
  }

  async function copy(companyId: string, id: string): Promise<void> {
    const size = await from.size(companyId, id);
    await to.requireSpace(size);
    await to.put(companyId, id, from.read(companyId, id));
    if (options.comparesContent && !(await hasSameContent(companyId, id)))
      throw new Error(`the copy of file ${id} differs from it`);
    copied.files += 1;
    copied.bytes += size;
  }

  async function hasSameContent(companyId: string, id: string): Promise<boolean> {
    return (await hashOf(from, companyId, id)) === (await hashOf(to, companyId, id));
  }
}
