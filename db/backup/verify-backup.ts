import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { counted, type Watch, withinSilence } from "../operation/silence.ts";
import { checksumListIn, checksumsIn, hashing, readChecksums, TABLES_LIST } from "./checksums.ts";
import { BackupDiffers, filesIn, type Manifest, readManifest, tableIn, tablePath } from "./manifest.ts";

/** `bytes`: the size of tables and files, linked ones included. Rows and files are counted, not taken from the manifest. */
export type VerifiedBackup = { manifest: Manifest; rows: number; files: number; bytes: number };

/** Differences that an error names; more would be the same fault. */
const MAX_NAMED = 10;
/** COPY writes a line break within a value as an escape: each row is one line. */
const LINE_END = 10;

/**
 * Reads a whole backup back: each table is unpacked and its rows are counted, and every file is compared with its
 * checksum. A backup of an earlier version has no checksums: then only rows and the number of files are compared.
 * `given`: the manifest of a backup that is not finished. Throws `BackupDiffers`.
 */
export async function verifyBackup(folder: string, watch: Watch = {}, given?: Manifest): Promise<VerifiedBackup> {
  const manifest = given ?? (await readManifest(folder));
  const differences: string[] = [];
  const tables = await verifyTables(folder, manifest, differences, watch);
  const files = await verifyFiles(folder, manifest, differences, watch);
  if (differences.length > 0) throw differ(folder, differences);
  return { manifest, rows: tables.rows, files: files.count, bytes: tables.bytes + files.bytes };
}

function differ(folder: string, differences: readonly string[]): BackupDiffers {
  const more = differences.length - MAX_NAMED;
  const lines = [...differences.slice(0, MAX_NAMED), ...(more > 0 ? [`and ${more} more`] : [])];
  return new BackupDiffers(`${folder} is damaged:\n${lines.map((line) => `  ${line}`).join("\n")}`);
}

async function verifyTables(folder: string, { tables, hasChecksums }: Manifest, differences: string[], watch: Watch) {
  const checksums = await readChecksums(checksumListIn(folder, TABLES_LIST));
  const sum = { rows: 0, bytes: 0 };
  for (const [done, { name, rows }] of tables.entries()) {
    const path = tablePath(name);
    const hashed = hashing();
    const lines = countLines();
    watch.onStep?.({ name: `reading back ${path}`, done, total: tables.length });
    try {
      await readBack(path, tableIn(folder, name), [hashed.stream, createGunzip(), lines.stream], watch);
    } catch (error) {
      watch.signal?.throwIfAborted();
      differences.push(`${path}: ${(error as Error).message}`);
      continue;
    }
    const { sha256, bytes } = hashed.result();
    if (hasChecksums && checksums?.get(path) !== sha256) differences.push(`${path}: its checksum differs`);
    if (lines.lines() !== rows) differences.push(`${path}: it has ${lines.lines()} rows, not ${rows}`);
    sum.rows += lines.lines();
    sum.bytes += bytes;
  }
  return sum;
}

async function verifyFiles(folder: string, { files, hasChecksums }: Manifest, differences: string[], watch: Watch) {
  const sum = { count: 0, bytes: 0 };
  for (const companyId of await companiesIn(folder, hasChecksums)) {
    const checksums = await readChecksums(checksumListIn(folder, companyId));
    const present = await filesUnder(join(filesIn(folder), companyId));
    for (const file of present) {
      const path = relative(folder, file);
      const hashed = hashing();
      watch.onStep?.({ name: `reading back ${path}`, done: sum.count, total: files });
      await readBack(path, file, [hashed.stream, nowhere()], watch);
      const { sha256, bytes } = hashed.result();
      if (hasChecksums && checksums?.get(path) !== sha256) differences.push(`${path}: its checksum differs`);
      checksums?.delete(path);
      sum.count += 1;
      sum.bytes += bytes;
    }
    for (const path of checksums?.keys() ?? []) differences.push(`${path}: it is missing`);
  }
  if (sum.count !== files) differences.push(`files: there are ${sum.count}, not ${files}`);
  return sum;
}

/** Reads a file to the end. Fails when no byte comes for the time of the watch. */
async function readBack(name: string, file: string, streams: readonly Writable[], watch: Watch): Promise<void> {
  await withinSilence(name, watch, (silence, signal) =>
    pipeline([Readable.from(counted(() => createReadStream(file), silence, signal)), ...streams], { signal }),
  );
}

/** Companies with files, or with a list of checksums. */
async function companiesIn(folder: string, hasChecksums: boolean | undefined): Promise<Set<string>> {
  const found = await readdir(filesIn(folder)).catch(nothingThere);
  // The folder of files that were being written.
  const companies = found.filter((name) => name !== "unfinished");
  const lists = hasChecksums ? await readdir(checksumsIn(folder)).catch(nothingThere) : [];
  const listed = lists.map((name) => name.replace(/\.sha256$/, "")).filter((name) => name !== TABLES_LIST);
  return new Set([...companies, ...listed]);
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nothingThere);
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

function nothingThere(error: NodeJS.ErrnoException): never[] {
  if (error.code === "ENOENT") return [];
  throw error;
}

function countLines(): { stream: Writable; lines(): number } {
  let lines = 0;
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) lines += 1;
      done();
    },
  });
  return { stream, lines: () => lines };
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
