import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DomainError } from "../../contracts/domain-error.ts";
import { openDiskSpace, type Space } from "./disk-space.ts";
import { type FileStore, isFileId, requireCompanyId, requireIds } from "./file-store.ts";

/** The subfolder of files that `put` is writing; the connector deletes leftovers in it. */
export const unfinishedIn = (folder: string) => join(folder, "unfinished");

/** Returns where a file is within the folder. The last characters of an id vary most, so folders stay small. */
export const placeOf = (companyId: string, id: string) => join(companyId, id.slice(-2), id);

/** Stores files in a folder of this machine, or of a disk that all machines share. */
export function openDiskFileStore(folder: string, space: Space = {}): FileStore {
  function path(companyId: string, id: string): string {
    requireIds(companyId, id);
    return join(folder, placeOf(companyId, id));
  }
  return {
    ...openDiskSpace(folder, space),
    async put(companyId, id, content) {
      const [target, unfinished] = [path(companyId, id), join(unfinishedIn(folder), randomUUID())];
      await mkdir(dirname(unfinished), { recursive: true });
      await mkdir(dirname(target), { recursive: true });
      try {
        await pipeline(Readable.from(content), createWriteStream(unfinished)).catch(refuseFullDisk);
        await rename(unfinished, target);
      } finally {
        await rm(unfinished, { force: true });
      }
    },
    async write(companyId, id, offset, bytes) {
      const file = path(companyId, id);
      await mkdir(dirname(file), { recursive: true });
      // "a" would ignore the position, "w" would truncate the file.
      await (await open(file, "a")).close();
      const handle = await open(file, "r+");
      try {
        await handle.write(bytes, 0, bytes.length, offset).catch(refuseFullDisk);
      } finally {
        await handle.close();
      }
    },
    complete: async () => {},
    size: async (companyId, id) => (await stat(path(companyId, id)).catch(nothingThere(null)))?.size ?? 0,
    read: (companyId, id, range = {}) => createReadStream(path(companyId, id), range),
    async localPath(companyId, id) {
      const file = path(companyId, id);
      return (await stat(file).catch(nothingThere(null))) ? file : null;
    },
    remove: (companyId, id) => rm(path(companyId, id), { force: true }),
    async list(companyId) {
      requireCompanyId(companyId);
      const entries = await readdir(join(folder, companyId), { recursive: true, withFileTypes: true }).catch(
        nothingThere([]),
      );
      const found = entries.filter((entry) => entry.isFile() && isFileId(entry.name));
      return Promise.all(
        found.map(async ({ name, parentPath }) => ({
          id: name,
          changedAt: (await stat(join(parentPath, name))).mtime,
        })),
      );
    },
    companies: async () => (await readdir(folder).catch(nothingThere([]))).filter(isFileId),
    async removeAll(companyId) {
      requireCompanyId(companyId);
      await rm(join(folder, companyId), { recursive: true, force: true });
    },
  };
}

function refuseFullDisk(error: NodeJS.ErrnoException): never {
  throw error.code === "ENOSPC" || error.code === "EDQUOT" ? new DomainError("ERR_NO_SPACE") : error;
}

const nothingThere =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === "ENOENT") return instead;
    throw error;
  };
