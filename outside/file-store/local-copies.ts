import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { MebiByte } from "../../contracts/desk/messages.ts";
import { requireIds } from "./file-store.ts";

type Options = {
  download(companyId: string, id: string): Readable;
  maxBytes?: number;
  /** A copy that was used within this time stays. */
  keepMs?: number;
};

/**
 * Keeps copies of stored files on this machine, for programs that need a path. A complete file never changes, so a copy
 * is always right. All processes of the machine share the folder. Above `maxBytes` the copies that were unused longest
 * are removed.
 */
export function openLocalCopies(
  folder: string,
  { download, maxBytes = 1024 * MebiByte, keepMs = 15 * 60_000 }: Options,
) {
  const coming = new Map<string, Promise<string | null>>();
  const nameOf = (companyId: string, id: string) => `${companyId}_${id}`;

  async function path(companyId: string, id: string): Promise<string | null> {
    requireIds(companyId, id);
    const file = join(folder, nameOf(companyId, id));
    const now = new Date();
    const isHere = await utimes(file, now, now).then(
      () => true,
      () => false,
    );
    if (isHere) return file;
    const known = coming.get(file) ?? fetch(companyId, id, file).finally(() => coming.delete(file));
    coming.set(file, known);
    return known;
  }

  async function fetch(companyId: string, id: string, file: string): Promise<string | null> {
    await mkdir(folder, { recursive: true });
    const unfinished = join(folder, randomUUID());
    try {
      await pipeline(download(companyId, id), createWriteStream(unfinished));
      await rename(unfinished, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    } finally {
      await rm(unfinished, { force: true });
    }
    await removeOld();
    return file;
  }

  async function removeOld(): Promise<void> {
    const found = [];
    for (const name of await readdir(folder)) {
      const file = join(folder, name);
      // Another process may remove it at the same time.
      const { mtimeMs, size } = await stat(file).catch(() => ({ mtimeMs: 0, size: 0 }));
      found.push({ file, mtimeMs, size });
    }
    let bytes = found.reduce((sum, { size }) => sum + size, 0);
    for (const { file, mtimeMs, size } of found.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
      if (bytes <= maxBytes || mtimeMs > Date.now() - keepMs) return;
      await rm(file, { force: true });
      bytes -= size;
    }
  }

  return {
    path,
    remove: (companyId: string, id: string) => rm(join(folder, nameOf(companyId, id)), { force: true }),
    async removeAll(companyId: string): Promise<void> {
      for (const name of await readdir(folder).catch(() => []))
        if (name.startsWith(`${companyId}_`)) await rm(join(folder, name), { force: true });
    },
  };
}
