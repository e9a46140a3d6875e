import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OwnDatabase, openOwnDatabase } from "../testing/own-database.ts";
import type { BackupFiles } from "./backup-files.ts";
import { BackupDiffers } from "./manifest.ts";
import { verifyBackup } from "./verify-backup.ts";
import { writeBackup } from "./write-backup.ts";

const company = "01900000-0000-7000-8000-000000000000";
const photo = `${company}/11/01900000-0000-7000-8000-000000000011`;
const TABLE = "tables/public.plans.copy.gz";

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** A store with one file, which is written wrongly while `isBroken`. */
let isBroken = false;
const files: Pick<BackupFiles, "copyTo"> = {
  async copyTo(folder, { onFile }) {
    const content = Buffer.from("a photo");
    mkdirSync(join(folder, photo, ".."), { recursive: true });
    writeFileSync(join(folder, photo), isBroken ? "a phot0" : content);
    await onFile({ companyId: company, path: photo, sha256: sha256(content), bytes: 7, isLinked: false });
    return 1;
  },
};

let root: string;
let own: OwnDatabase;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "balcao-verify-"));
  own = await openOwnDatabase();
  await own.asOwner(`insert into plans (id, name, users, connections, queues, value_cents)
    select gen_random_uuid(), 'Plano' || chr(10) || n, 1, 1, 1, 100 from generate_series(1, 3) n`);
  const { bytes, linked } = await writeBackup({ ownerUrl: own.ownerUrl, files }, join(root, "good"));
  expect([bytes > 100, linked]).toEqual([true, 0]);
});
afterAll(async () => {
  await own.drop();
  rmSync(root, { recursive: true, force: true });
});

/** Returns a copy of the good backup. */
function givenBackup(name: string): string {
  const folder = join(root, name);
  cpSync(join(root, "good"), folder, { recursive: true });
  return folder;
}

const change = (path: string, to: (bytes: Buffer) => Buffer | string) => (folder: string) =>
  writeFileSync(join(folder, path), to(readFileSync(join(folder, path))));
const flipped = (at: number) => (bytes: Buffer) => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

test("a good backup is as it was written, and has the numbers of its manifest", async () => {
  const { manifest, rows, files: count } = await verifyBackup(join(root, "good"));
  expect(count).toBe(1);
  expect(rows).toBe(manifest.tables.reduce((sum, table) => sum + table.rows, 0));
  expect(manifest.tables.find(({ name }) => name === "public.plans")?.rows).toBeGreaterThanOrEqual(3);
});

test("its checksums are those of sha256sum", () => {
  const lists = ["tables", company].map((name) =>
    readFileSync(join(root, "good", "checksums", `${name}.sha256`), "utf8"),
  );
  const lines = lists.join("").split("\n").filter(Boolean);
  expect(lines).toContain(`${sha256(Buffer.from("a photo"))}  files/${photo}`);
  for (const line of lines) {
    const [sum, path = ""] = line.split("  ");
    expect(sha256(readFileSync(join(root, "good", path)))).toBe(sum);
  }
});

test.each<[string, string, (folder: string) => void]>([
  ["a changed byte in a file", "its checksum differs", change(`files/${photo}`, flipped(3))],
  ["a file that is cut", "its checksum differs", change(`files/${photo}`, (bytes) => bytes.subarray(0, 3))],
  ["a missing file", "it is missing", (folder) => rmSync(join(folder, "files", photo))],
  [
    "a folder of files that is missing",
    "it is missing",
    (folder) => rmSync(join(folder, "files"), { recursive: true }),
  ],
  ["one more file", "files: there are 2, not 1", (folder) => writeFileSync(join(folder, "files", `${photo}2`), "x")],
  ["a changed byte in a table", TABLE, change(TABLE, flipped(15))],
  ["a table that is cut", TABLE, change(TABLE, (bytes) => bytes.subarray(0, bytes.length - 9))],
  ["a missing table", "ENOENT", (folder) => rmSync(join(folder, TABLE))],
  [
    "the list of a company missing",
    "its checksum differs",
    (folder) => rmSync(join(folder, `checksums/${company}.sha256`)),
  ],
  ["the lists missing", "its checksum differs", (folder) => rmSync(join(folder, "checksums"), { recursive: true })],
])("a backup with %s is refused", async (what, message, damage) => {
  const folder = givenBackup(what);
  damage(folder);
  const verifying = verifyBackup(folder);
  await expect(verifying).rejects.toThrow(message);
  await expect(verifying).rejects.toBeInstanceOf(BackupDiffers);
});

test("rows are counted, also when the checksum fits", async () => {
  const folder = givenBackup("fewer rows");
  const before = readFileSync(join(folder, TABLE));
  const [, ...rest] = gunzipSync(before)
    .toString()
    .split(/(?<=\n)/);
  const after = gzipSync(rest.join(""));
  writeFileSync(join(folder, TABLE), after);
  change("checksums/tables.sha256", (bytes) => bytes.toString().replace(sha256(before), sha256(after)))(folder);
  await expect(verifyBackup(folder)).rejects.toThrow(/public\.plans\.copy\.gz: it has \d+ rows, not \d+/);
});

test("of a backup without checksums, rows and the number of files are compared", async () => {
  const folder = givenBackup("of an earlier version");
  rmSync(join(folder, "checksums"), { recursive: true });
  change("manifest.json", (bytes) => bytes.toString().replace(/,\s*"hasChecksums": true/, ""))(folder);
  expect((await verifyBackup(folder)).files).toBe(1);
  rmSync(join(folder, "files", photo));
  await expect(verifyBackup(folder)).rejects.toThrow("files: there are 0, not 1");
});

test("a folder without a manifest is no finished backup", async () => {
  const folder = givenBackup("unfinished");
  rmSync(join(folder, "manifest.json"));
  await expect(verifyBackup(folder)).rejects.toThrow("is no finished backup");
});

test("a manifest that is cut is damaged", async () => {
  const folder = givenBackup("a cut manifest");
  change("manifest.json", (bytes) => bytes.subarray(0, 20))(folder);
  await expect(verifyBackup(folder)).rejects.toThrow("manifest.json is damaged");
});

test("a backup that differs from what was read never gets its name, nor a manifest", async () => {
  isBroken = true;
  const folder = join(root, "broken");
  await expect(writeBackup({ ownerUrl: own.ownerUrl, files }, folder)).rejects.toBeInstanceOf(BackupDiffers);
  isBroken = false;
  await expect(verifyBackup(folder)).rejects.toThrow("no finished backup");
  await expect(verifyBackup(`${folder}.unfinished`)).rejects.toThrow("no finished backup");
});

test("a file that sends no byte for the time is named, and the others are read", async () => {
  const folder = givenBackup("silent");
  const pipe = join(folder, TABLE);
  rmSync(pipe);
  execFileSync("mkfifo", [pipe]);
  const verifying = verifyBackup(folder, { silenceMs: 300 });
  // A reader that waits for the other end of a pipe waits for ever; the writer comes when its time is over.
  await expect(verifying).rejects.toThrow(`${TABLE}: no byte within 0.3 s`);
  closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK));
});

test("a backup has its name only when it is complete", async () => {
  const folder = join(root, "named");
  const present: boolean[] = [];
  const watched: typeof files = {
    copyTo(to, options) {
      present.push(existsSync(folder));
      return files.copyTo(to, options);
    },
  };
  const onStep = () => present.push(existsSync(folder));
  await writeBackup({ ownerUrl: own.ownerUrl, files: watched }, folder, { onStep });
  expect(present.length).toBeGreaterThan(100);
  expect(new Set(present)).toEqual(new Set([false]));
  expect(existsSync(folder)).toBe(true);
});
