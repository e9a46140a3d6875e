import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { openOwnDatabase } from "../testing/own-database.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

async function countPlans(url: string): Promise<number> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const [found] = await sql<{ count: number }[]>`select count(*)::int as count from plans`;
    return found?.count ?? 0;
  } finally {
    await sql.end();
  }
}

test("a restore whose files do not come leaves the database as it was, and can be repeated", async () => {
  const root = mkdtempSync(join(tmpdir(), "balcao-restore-"));
  const [source, target] = [await openOwnDatabase(), await openOwnDatabase()];
  onTestFinished(async () => {
    await source.drop();
    await target.drop();
    rmSync(root, { recursive: true });
  });
  await source.asOwner(`insert into plans (id, name, users, connections, queues, value_cents)
    select gen_random_uuid(), 'Plano ' || n, 1, 1, 1, 100 from generate_series(1, 3) n`);
  const folder = join(root, "backup");
  await writeBackup({ ownerUrl: source.ownerUrl, files: { copyTo: async () => 0 } }, folder);
  const before = await countPlans(target.ownerUrl);
  const restoreWith = (copyFrom: () => Promise<number>) =>
    restoreBackup(folder, { ownerUrl: target.ownerUrl, files: { copyFrom, holdsOnly: async () => true } });
  await expect(restoreWith(() => Promise.reject(new Error("the disk is full")))).rejects.toThrow("the disk is full");
  expect(await countPlans(target.ownerUrl)).toBe(before);
  await expect(restoreWith(async () => 1)).rejects.toThrow("1 files came, the backup says 0");
  expect(await countPlans(target.ownerUrl)).toBe(before);
  await restoreWith(async () => 0);
  expect(await countPlans(target.ownerUrl)).toBe(before + 3);
});
