import { readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { manifestIn, unfinishedOf } from "../../db/index.ts";
import { takenAtOf } from "../../domain/account/backups/index.ts";

/** Returns when each finished backup of the plan was begun. Other folders are not the plan's, and are left alone. */
export async function backupsIn(folder: string): Promise<{ name: string; takenAt: Date }[]> {
  const found: { name: string; takenAt: Date }[] = [];
  for (const name of await readdir(folder).catch(nothingThere)) {
    const takenAt = takenAtOf(name);
    const manifest = takenAt && (await stat(manifestIn(join(folder, name))).catch(() => null)); // null: not finished
    if (takenAt && manifest) found.push({ name, takenAt });
  }
  return found;
}

/** Removes what a process that was killed left of a backup, or of a removal. Call it with the lease on the plan. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(nothingThere)) {
    const finished = name.endsWith(unfinishedOf("")) ? name.slice(0, -unfinishedOf("").length) : "";
    if (takenAtOf(finished)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Takes its name away first: what is left of a removal that was killed does not look like a backup. */
export async function removeBackup(folder: string, name: string): Promise<void> {
  const unfinished = unfinishedOf(join(folder, name));
  await rename(join(folder, name), unfinished);
  await rm(unfinished, { recursive: true, force: true });
}

function nothingThere(error: NodeJS.ErrnoException): never[] {
  if (error.code === "ENOENT") return [];
  throw error;
}
