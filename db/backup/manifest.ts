import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Table } from "./tables.ts";

/**
 * The contents of `manifest.json` in a backup folder. `hasChecksums` is missing in backups of earlier versions, which have
 * none.
 */
export type Manifest = {
  format: 1;
  takenAt: string;
  newestMigration: number;
  tables: Table[];
  files: number;
  hasChecksums?: true;
};

export const manifestIn = (folder: string) => join(folder, "manifest.json");
export const tableIn = (folder: string, name: string) => join(folder, tablePath(name));
export const tablePath = (name: string) => `tables/${name}.copy.gz`;
export const filesIn = (folder: string) => join(folder, "files");

/** A backup is not what was written, or not finished. The message has one line for each of the first differences. */
export class BackupDiffers extends Error {}

/** Throws `BackupDiffers`. */
export async function readManifest(folder: string): Promise<Manifest> {
  if (!existsSync(manifestIn(folder))) throw new BackupDiffers(`${folder} is no finished backup`);
  const manifest = parse(await readFile(manifestIn(folder), "utf8"));
  if (!manifest) throw new BackupDiffers(`${manifestIn(folder)} is damaged`);
  if (manifest.format !== 1) throw new BackupDiffers(`${folder} is of a format that this version does not know`);
  return manifest;
}

/** Returns null for what is no JSON. */
function parse(text: string): Manifest | null {
  try {
    return JSON.parse(text) as Manifest;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
