import { createReadStream } from "node:fs";
import { statfs as diskSpace, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { DomainError } from "../domain-error.ts";

/** Stores bytes by company and file id. Access rights are checked elsewhere. */
export type FileStore = {
  /** Writes at `offset`, overwriting existing bytes. */
  write(companyId: string, id: string, offset: number, bytes: Uint8Array): Promise<void>;
  /** Returns the number of bytes; 0 when there is no file. */
  size(companyId: string, id: string): Promise<number>;
  /** `start` and `end` are inclusive byte positions. */
  read(companyId: string, id: string, range?: { start?: number; end?: number }): Readable;
  /** Returns the path of the file on this machine. */
  path(companyId: string, id: string): string;
  remove(companyId: string, id: string): Promise<void>;
  /** Returns the ids of a company's files, and when each was last written. */
  list(companyId: string): Promise<{ id: string; changedAt: Date }[]>;
  /** Removes all files of a company. */
  removeAll(companyId: string): Promise<void>;
  /** Returns the free bytes of the file system. */
  freeBytes(): Promise<number>;
  /** Throws ERR_NO_SPACE when this many more bytes would leave less than the reserve free. */
  requireSpace(bytes: number): Promise<void>;
};

type Space = {
  /** Kept free for the database, which may be on the same disk. */
  reserveBytes?: number;
  statfs?: (folder: string) => Promise<{ bavail: number; bsize: number }>;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function openDiskFileStore(folder: string, { reserveBytes = 0, statfs = diskSpace }: Space = {}): FileStore {
  function path(companyId: string, id: string): string {
    if (!uuid.test(companyId) || !uuid.test(id)) throw new Error("a stored file is named by two ids");
    // The last characters of an id vary most, so folders stay small.
    return join(folder, companyId, id.slice(-2), id);
  }
  async function freeBytes(): Promise<number> {
    await mkdir(folder, { recursive: true });
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  }
  return {
    path,
    freeBytes,
    async requireSpace(bytes) {
      if ((await freeBytes()) - bytes < reserveBytes) throw new DomainError("ERR_NO_SPACE");
    },
    async write(companyId, id, offset, bytes) {
      const file = path(companyId, id);
      await mkdir(dirname(file), { recursive: true });
      // "a" would ignore the position, "w" would truncate the file.
      await (await open(file, "a")).close();
      const handle = await open(file, "r+");
      try {
        await handle.write(bytes, 0, bytes.length, offset).catch((error: NodeJS.ErrnoException) => {
          throw error.code === "ENOSPC" || error.code === "EDQUOT" ? new DomainError("ERR_NO_SPACE") : error;
        });
      } finally {
        await handle.close();
      }
    },
    async size(companyId, id) {
      const found = await stat(path(companyId, id)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
      return found?.size ?? 0;
    },
    read: (companyId, id, range = {}) => createReadStream(path(companyId, id), range),
    remove: (companyId, id) => rm(path(companyId, id), { force: true }),
    async list(companyId) {
      if (!uuid.test(companyId)) throw new Error("a company's files are named by its id");
      const entries = await readdir(join(folder, companyId), { recursive: true, withFileTypes: true }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === "ENOENT") return [];
          throw error;
        },
      );
      const found = entries.filter((entry) => entry.isFile() && uuid.test(entry.name));
      return Promise.all(
        found.map(async ({ name, parentPath }) => ({
          id: name,
          changedAt: (await stat(join(parentPath, name))).mtime,
        })),
      );
    },
    async removeAll(companyId) {
      if (!uuid.test(companyId)) throw new Error("a company's files are named by its id");
      await rm(join(folder, companyId), { recursive: true, force: true });
    },
  };
}
