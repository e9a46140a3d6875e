import { createHash } from "node:crypto";
import { link, mkdir, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  type BackedUpFile,
  type BackupFiles,
  counted,
  type EarlierFiles,
  type Watch,
  withinSilence,
} from "../../../db/index.ts";
import type { FileStore } from "../../../outside/file-store/index.ts";
import { openDiskFileStore, placeOf } from "../../../outside/file-store/index.ts";

type Options = Parameters<BackupFiles["copyTo"]>[1] & Watch;
type Listed = { id: string; changedAt: Date };

/** File systems keep times more or less exactly; two milliseconds are the rounding of `utimes`. */
const TIME_STEP_MS = 2;
/** A file that changed so close before the earlier backup began may have changed again with the same time. */
const UNSURE_MS = 3_000;
/** Links are impossible here: another disk, too many links to one file, a file system without links. */
const withoutLinks = new Set(["EXDEV", "EMLINK", "EPERM", "EOPNOTSUPP", "ENOTSUP", "ENOSYS", "ENOENT"]);

/**
 * Copies all files of a store into the folder of a backup. A file of the earlier backup becomes a hard link to it when its
 * size and its time of change are the same; where links are impossible, it is copied. A file that is removed meanwhile
 * is left out. Returns the number of files. Rejects with the name of a file of which no byte moves for the time of the
 * watch.
 */
export async function backUpFiles(from: FileStore, folder: string, options: Options): Promise<number> {
  const { earlier, onFile, ...watch } = options;
  const to = openDiskFileStore(folder);
  let files = 0;
  for (const companyId of await from.companies()) {
    const checksums = (await earlier?.checksums(companyId)) ?? null;
    for (const file of await from.list(companyId)) {
      watch.onStep?.({ name: `file ${companyId}/${file.id}`, done: files });
      const stored =
        (await linkUnchanged(from, folder, companyId, file, earlier, checksums)) ??
        (await copyFile({ from, to, folder, watch }, companyId, file));
      if (!stored) continue;
      files += 1;
      await onFile(stored);
    }
  }
  return files;
}

async function linkUnchanged(
  from: FileStore,
  folder: string,
  companyId: string,
  { id, changedAt }: Listed,
  earlier: EarlierFiles | undefined,
  checksums: ReadonlyMap<string, string> | null,
): Promise<BackedUpFile | null> {
  const path = placeOf(companyId, id);
  const sha256 = checksums?.get(path);
  if (!earlier || !sha256 || changedAt.getTime() > earlier.takenAt.getTime() - UNSURE_MS) return null;
  const present = join(earlier.folder, path);
  const found = await stat(present).catch(nothingThere);
  if (!found || Math.abs(found.mtime.getTime() - changedAt.getTime()) > TIME_STEP_MS) return null;
  if (found.size !== (await from.size(companyId, id))) return null;
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  try {
    await link(present, target);
  } catch (error) {
    if (withoutLinks.has((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
  return { companyId, path, sha256, bytes: found.size, isLinked: true };
}

type Copying = { from: FileStore; to: FileStore; folder: string; watch: Watch };

async function copyFile(
  { from, to, folder, watch }: Copying,
  companyId: string,
  { id, changedAt }: Listed,
): Promise<BackedUpFile | null> {
  const path = placeOf(companyId, id);
  const hash = createHash("sha256");
  let bytes = 0;
  async function* hashed(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  try {
    await withinSilence(`file ${companyId}/${id}`, watch, async (silence, signal) => {
      await to.requireSpace(await from.size(companyId, id));
      await to.put(companyId, id, hashed(counted(() => from.read(companyId, id), silence, signal)));
    });
  } catch (error) {
    if (await isGone(from, companyId, id)) return null;
    throw error;
  }
  // The time of change in the store: the next backup compares it.
  await utimes(join(folder, path), changedAt, changedAt);
  return { companyId, path, sha256: hash.digest("hex"), bytes, isLinked: false };
}

/** A person deleted it after the list was made. */
async function isGone(from: FileStore, companyId: string, id: string): Promise<boolean> {
  return !(await from.list(companyId)).some((file) => file.id === id);
}

function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
