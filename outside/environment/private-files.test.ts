import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keepFilesPrivate } from "./index.ts";

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test("other users of the machine can read neither new files nor those an earlier version left open", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "balcao-private-"));
  const before = process.umask();
  onTestFinished(() => {
    process.umask(before);
    rmSync(dataDir, { recursive: true });
  });
  mkdirSync(join(dataDir, "files"), { mode: 0o755 });
  keepFilesPrivate(dataDir);
  expect(modeOf(join(dataDir, "files"))).toBe("700");
  mkdirSync(join(dataDir, "outgoing"));
  writeFileSync(join(dataDir, "outgoing", "photo"), "");
  expect([modeOf(join(dataDir, "outgoing")), modeOf(join(dataDir, "outgoing", "photo"))]).toEqual(["700", "600"]);
});
