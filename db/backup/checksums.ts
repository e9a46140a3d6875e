import { createHash } from "node:crypto";
import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";

/** A file of a backup. `path` is relative to the backup's folder; `sha256` in hexadecimal. */
export type Checksum = { path: string; sha256: string };

export const checksumsIn = (folder: string) => join(folder, "checksums");
/** One list for each company, and one for the tables: none is larger than what one company has. */
export const checksumListIn = (folder: string, name: string) => join(checksumsIn(folder), `${name}.sha256`);

/** The list of the tables. */
export const TABLES_LIST = "tables";

/** Passes bytes on, and knows their SHA-256 and number when the stream has ended. */
export function hashing(): { stream: Transform; result(): { sha256: string; bytes: number } } {
  const hash = createHash("sha256");
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ sha256: hash.digest("hex"), bytes }) };
}

/** Adds lines in the format of `sha256sum`, which checks them with `sha256sum -c` in the backup's folder. */
export async function appendChecksums(list: string, checksums: readonly Checksum[]): Promise<void> {
  await appendFile(list, checksums.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join(""), { flush: true });
}

/** Returns the lines of a list, SHA-256 by path; null when there is no list. */
export async function readChecksums(list: string): Promise<Map<string, string> | null> {
  const text = await readFile(list, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  const lines = text.split("\n").filter(Boolean);
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}
