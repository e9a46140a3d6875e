import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { instantOf } from "../../contracts/local-time.ts";
import { type BackupFiles, schema, verifyBackup } from "../../db/index.ts";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import { findBackupPlan, releaseBackupPlan, takenAtOf } from "../../domain/account/backups/index.ts";
import { openDiskFileStore } from "../../outside/file-store/index.ts";
import { backupFilesOf } from "../backup-files.ts";
import { lookAtPlan, type PlanParts } from "./look-at-plan.ts";

const company = "01900000-0000-7000-8000-000000000000";
const photo = "01900000-0000-7000-8000-000000000011";
const DAY_MS = 86_400_000;
const at = (minute: string) => instantOf(minute, "America/Sao_Paulo");

let own: OwnDatabase;
let root: string;
let folder: string;
let lines: string[];
let parts: PlanParts;
let files: BackupFiles;
beforeAll(async () => {
  own = await openOwnDatabase();
});
afterAll(() => own.drop());
beforeEach(async () => {
  await own.database.asPlatform((db) => db.delete(schema.backupPlan));
  root = mkdtempSync(join(tmpdir(), "balcao-plan-"));
  folder = join(root, "backups");
  const store = openDiskFileStore(join(root, "files"));
  await store.put(company, photo, Readable.from([Buffer.from("a photo")]));
  files = backupFilesOf(store);
  lines = [];
  parts = partsOf("first");
  return () => rmSync(root, { recursive: true });
});

function partsOf(owner: string, other: Partial<PlanParts> = {}): PlanParts {
  const logger = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
  const { database, ownerUrl } = own;
  return { database, ownerUrl, files, plan: { folder, at: "03:00" }, owner, logger, ...other };
}

const row = () => own.database.asPlatform(findBackupPlan);
const names = () => readdirSync(folder).sort();
const inodeOf = (name: string) => statSync(join(folder, name, "files", company, "11", photo)).ino;
/** A store that fails while it is copied. */
const failing = (error: Error): Partial<PlanParts> => ({
  files: { ...files, copyTo: () => Promise.reject(error) },
});
/** Files of the store that changed a while before the backups of the tests. */
const later = (days: number) => new Date(at("2026-11-29T03:00").getTime() + days * DAY_MS);

test("a backup is written when none is there, rests until the next day, and links unchanged files", async () => {
  expect(await lookAtPlan(parts, at("2026-11-29T14:00"))).toBe("written");
  expect(names()).toEqual(["balcao-20261129T170000Z"]);
  expect(await lookAtPlan(parts, at("2026-11-29T14:01"))).toBe("rests");
  expect(await lookAtPlan(parts, at("2026-11-30T02:59"))).toBe("rests");
  expect(await row()).toMatchObject({
    ...{ owner: "first", folder, at: "03:00", kept: 1, newestAt: at("2026-11-29T14:00"), runningSince: null },
    ...{ isGood: true, failure: null, files: 1, linked: 0, rows: expect.any(Number), bytes: expect.any(Number) },
  });

  // The photo is older than the first backup now.
  writeFileSync(join(folder, "balcao-20261129T170000Z", "manifest.json"), moved("2099-01-01T00:00:00Z"));
  expect(await lookAtPlan(parts, at("2026-11-30T03:00"))).toBe("written");
  const [first = "", second = ""] = names();
  expect(inodeOf(second)).toBe(inodeOf(first));
  expect(await row()).toMatchObject({ linked: 1, kept: 2, newestAt: at("2026-11-30T03:00") });
  const { files: count, manifest } = await verifyBackup(join(folder, second));
  expect(count).toBe(1);
  // It describes this database's backups, not those of the one that is restored.
  expect(manifest.tables.map((table) => table.name)).not.toContain("public.backup_plan");
});

/** The manifest of the first backup with another time. */
function moved(takenAt: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, names()[0] ?? "", "manifest.json"), "utf8"));
  return JSON.stringify({ ...manifest, takenAt });
}

test("of several processes that look at once, exactly one writes; another goes on when it ended", async () => {
  const all = ["a", "b", "c"].map((owner) => partsOf(owner));
  const looked = await Promise.all(all.map((one) => lookAtPlan(one, later(0))));
  expect(looked.filter((one) => one === "written")).toHaveLength(1);
  expect(looked.filter((one) => one === "elsewhere")).toHaveLength(2);
  expect(names()).toHaveLength(1);
  const holder = (await row())?.owner ?? "";
  const [next] = all.filter(({ owner }) => owner !== holder);
  if (!next) throw new Error("no other process");
  expect(await lookAtPlan(next, later(1))).toBe("elsewhere");
  await own.database.asPlatform((db) => releaseBackupPlan(db, holder));
  expect(await lookAtPlan(next, later(1))).toBe("written");
  // The first process was killed: it never released its lease.
  await own.asOwner("update backup_plan set lease_until = now() - interval '1 second'");
  expect(await lookAtPlan(partsOf("d"), later(2))).toBe("written");
});

test("a backup that fails leaves nothing, removes nothing, and is tried again after an hour", async () => {
  mkdirSync(folder);
  for (let day = 1; day <= 12; day += 1) givenBackup(later(-day));
  const before = names();
  const now = later(0);
  const broken = partsOf("first", failing(Object.assign(new Error("ENOSPC: /secret/place"), { code: "ENOSPC" })));
  expect(await lookAtPlan(broken, now)).toBe("failed");
  expect(names()).toEqual(before);
  expect(await row()).toMatchObject({
    ...{ isGood: false, failure: "no_space", kept: 12, newestAt: later(-1), bytes: null, runningSince: null },
  });
  expect(lines.join()).toContain('"event":"backup_failed"');
  expect(lines.join()).not.toContain(new URL(own.ownerUrl).password || "no password");

  expect(await lookAtPlan(parts, new Date(now.getTime() + 59 * 60_000))).toBe("rests");
  const hourLater = new Date(now.getTime() + 61 * 60_000);
  expect(await lookAtPlan(parts, hourLater)).toBe("written");
  expect(names().length).toBeLessThan(before.length);
  expect(await row()).toMatchObject({ isGood: true, failure: null, newestAt: hourLater, kept: names().length });
});

/** Makes a folder that looks like a finished backup. */
function givenBackup(takenAt: Date): string {
  const name = `balcao-${takenAt.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, "manifest.json"), JSON.stringify({ format: 1, takenAt, tables: [], files: 0 }));
  return name;
}

test("a process that starts does not wait for the hour after a failure", async () => {
  expect(await lookAtPlan(partsOf("first", failing(new Error("no"))), later(0))).toBe("failed");
  expect(await row()).toMatchObject({ failure: "other" });
  expect(await lookAtPlan(parts, new Date(later(0).getTime() + 60_000), { isFirst: true })).toBe("written");
});

test("a damaged earlier backup is not linked from: the next one is whole and copied", async () => {
  await lookAtPlan(parts, later(0));
  const [first = ""] = names();
  writeFileSync(join(folder, first, "manifest.json"), moved("2099-01-01T00:00:00Z"));
  const file = join(folder, first, "files", company, "11", photo);
  const { atime, mtime } = statSync(file);
  writeFileSync(file, "a phot0");
  const { utimesSync } = await import("node:fs");
  utimesSync(file, atime, mtime);
  expect(await lookAtPlan(parts, later(1))).toBe("written");
  const [, second = ""] = names();
  expect(readFileSync(join(folder, second, "files", company, "11", photo), "utf8")).toBe("a photo");
  expect((await verifyBackup(join(folder, second))).files).toBe(1);
  expect(lines.join()).toContain('"event":"backup_damaged"');
  expect(await row()).toMatchObject({ isGood: true, linked: 0 });
});

test("what a killed process left is removed; folders of others stay", async () => {
  mkdirSync(join(folder, "balcao-20261101T060000Z.unfinished", "tables"), { recursive: true });
  for (const name of ["monday", "monday.unfinished", "balcao-notes"]) mkdirSync(join(folder, name));
  // Without a manifest it is none: it does not count as the day's backup.
  mkdirSync(join(folder, "balcao-20261129T060000Z"));
  expect(await lookAtPlan(parts, later(1))).toBe("written");
  expect(names()).toEqual([
    ...["balcao-20261129T060000Z", "balcao-20261130T060000Z", "balcao-notes", "monday", "monday.unfinished"],
  ]);
});

test("old backups go after a new one, by the rule of 7 days, 4 weeks and 6 months", async () => {
  mkdirSync(folder);
  for (let day = 1; day <= 400; day += 1) givenBackup(later(-day));
  expect(await lookAtPlan(parts, later(0))).toBe("written");
  const kept = names().map((name) => takenAtOf(name)?.toISOString().slice(0, 10));
  expect(kept).toEqual([
    ...["2026-06-30", "2026-07-31", "2026-08-31", "2026-09-30", "2026-10-31"],
    ...["2026-11-08", "2026-11-15", "2026-11-22"],
    ...["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28", "2026-11-29"],
  ]);
  expect((await row())?.kept).toBe(kept.length);
});

test("a folder that cannot be one is said as such, and only its user may read a backup", async () => {
  writeFileSync(folder, "a file");
  expect(await lookAtPlan(parts, later(0))).toBe("failed");
  expect(await row()).toMatchObject({ failure: "no_access" });
  rmSync(folder);
  const before = process.umask(0o077);
  expect(await lookAtPlan(parts, later(0), { isFirst: true })).toBe("written");
  process.umask(before);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const open = entries.filter((entry) => (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0);
  expect([open.map(({ name }) => name), statSync(folder).mode & 0o777]).toEqual([[], 0o700]);
  expect(existsSync(join(folder, names()[0] ?? "", "checksums", `${company}.sha256`))).toBe(true);
});

test("a database that refuses the owner is said as such", async () => {
  const ownerUrl = own.ownerUrl.replace(/\/[^/]*$/, "/no_such_database");
  expect(await lookAtPlan(partsOf("first", { ownerUrl }), later(0))).toBe("failed");
  expect(await row()).toMatchObject({ failure: "database" });
  expect(names()).toEqual([]);
});
