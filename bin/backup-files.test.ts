import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDiskFileStore } from "../outside/file-store/index.ts";
import { backupFilesOf } from "./backup-files.ts";

test("a restore goes on where files of its backup have come already, and beside no others", async () => {
  const root = mkdtempSync(join(tmpdir(), "balcao-backup-files-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const backup = join(root, "backup");
  const [saved, store] = [openDiskFileStore(backup), openDiskFileStore(join(root, "store"))];
  const [companyId, photo, voice] = [randomUUID(), randomUUID(), randomUUID()] as const;
  for (const id of [photo, voice]) await saved.put(companyId, id, [Buffer.from("bytes")]);
  const { holdsOnly, copyFrom } = backupFilesOf(store);
  expect(await holdsOnly(backup)).toBe(true);
  await store.put(companyId, photo, [Buffer.from("bytes")]);
  expect(await holdsOnly(backup)).toBe(true);
  expect(await copyFrom(backup)).toBe(2);
  await store.put(companyId, randomUUID(), [Buffer.from("bytes")]);
  expect(await holdsOnly(backup)).toBe(false);
});
