import { createReadStream } from "node:fs";
import { mkdir, open, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";

/** Where the bytes lie, under company and file id. Knows nothing of who may read them. */
export type FileStore = {
  /** Writes at `offset`, over what is there. */
  write(companyId: string, id: string, offset: number, bytes: Uint8Array): Promise<void>;
  /** Bytes there are; 0 when there is no file. */
  size(companyId: string, id: string): Promise<number>;
  /** `start` and `end` are inclusive byte positions. */
  read(companyId: string, id: string, range?: { start?: number; end?: number }): Readable;
  /** A file on this machine with the bytes. */
  path(companyId: string, id: string): string;
  remove(companyId: string, id: string): Promise<void>;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function openDiskFileStore(folder: string): FileStore {
  function path(companyId: string, id: string): string {
    if (!uuid.test(companyId) || !uuid.test(id)) throw new Error("a stored file is named by two ids");
    // The end of an id is what differs; folders stay small.
    return join(folder, companyId, id.slice(-2), id);
  }
  return {
    path,
    async write(companyId, id, offset, bytes) {
      const file = path(companyId, id);
      await mkdir(dirname(file), { recursive: true });
      // "a" would ignore the position, "w" would empty the file.
      await (await open(file, "a")).close();
      const handle = await open(file, "r+");
      try {
        await handle.write(bytes, 0, bytes.length, offset);
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
  };
}
