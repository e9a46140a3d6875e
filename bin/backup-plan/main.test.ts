import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { verifyBackup } from "../../db/index.ts";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import { findBackupPlan } from "../../domain/account/backups/index.ts";
import { startProgram } from "../processes/program.ts";

const program = new URL("main.ts", import.meta.url).pathname;

let own: OwnDatabase;
let root: string;
beforeAll(async () => {
  own = await openOwnDatabase();
  root = mkdtempSync(join(tmpdir(), "balcao-plan-program-"));
});
afterAll(async () => {
  await own.drop();
  rmSync(root, { recursive: true, force: true });
});

const env = () => ({
  ...{ DATABASE_URL: own.url, DATABASE_OWNER_URL: own.ownerUrl, DATA_DIR: join(root, "data"), LOG_LEVEL: "fatal" },
  ...{ BACKUP_DIR: join(root, "backups"), BACKUP_AT: "3" },
});
const row = () => own.database.asPlatform(findBackupPlan);

test("the program makes a backup when it starts, and gives its lease back when it ends", async () => {
  const one = startProgram("backup", program, env());
  onTestFinished(one.stop);
  expect(await one.ready).toMatchObject({ folder: join(root, "backups"), at: "03:00" });
  await vi.waitFor(async () => expect(await row()).toMatchObject({ isGood: true, kept: 1 }), { timeout: 60_000 });
  const [name = ""] = readdirSync(join(root, "backups"));
  expect((await verifyBackup(join(root, "backups", name))).manifest.hasChecksums).toBe(true);
  await one.stop();
  expect(await one.ended).toBe("0");
  expect(await row()).toMatchObject({ owner: null, isGood: true });
});

test.each<[string, Record<string, string>, string]>([
  ["without a folder", { BACKUP_DIR: "", BACKUP_AT: "" }, "BACKUP_DIR is not set"],
  ["with an hour that is none", { BACKUP_AT: "25" }, 'BACKUP_AT is "25": write an hour from 0 to 23'],
  ["without the owner's address", { DATABASE_OWNER_URL: "" }, "DATABASE_OWNER_URL is missing"],
  ["without the database", { DATABASE_URL: "" }, "DATABASE_URL is missing"],
])("%s it does not start, and says why", (_what, wrong, message) => {
  const { PATH = "" } = process.env;
  const { status, stderr } = spawnSync(process.execPath, [program], { env: { PATH, ...env(), ...wrong } });
  expect([status, String(stderr).trim().split("\n")]).toEqual([1, [expect.stringContaining(message)]]);
});
