import { statfs as diskSpace, mkdir } from "node:fs/promises";
import { DomainError } from "../../contracts/domain-error.ts";
import type { FileStore } from "./file-store.ts";

export type Space = {
  /** Kept free for the database, which may be on the same disk. */
  reserveBytes?: number;
  statfs?: (folder: string) => Promise<{ bavail: number; bsize: number }>;
};

/** The free space of the disk of `folder`, and the check that keeps the reserve free. */
export function openDiskSpace(
  folder: string,
  { reserveBytes = 0, statfs = diskSpace }: Space = {},
): Pick<FileStore, "freeBytes" | "requireSpace"> {
  async function freeBytes(): Promise<number> {
    await mkdir(folder, { recursive: true });
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  }
  return {
    freeBytes,
    async requireSpace(bytes) {
      if ((await freeBytes()) - bytes < reserveBytes) throw new DomainError("ERR_NO_SPACE");
    },
  };
}
