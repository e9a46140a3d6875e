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

export async function readManifest(folder: string): Promise<Manifest> {
  if (!existsSync(manifestIn(folder))) throw new Error(`${folder} is no finished backup`);
  const manifest = JSON.parse(await readFile(manifestIn(folder), "utf8")) as Manifest;
  if (manifest.format !== 1) throw new Error(`${folder} is of a format that this version does not know`);
  return manifest;
}
