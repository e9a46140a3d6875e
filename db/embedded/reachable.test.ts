import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { closedToOthers } from "./reachable.ts";

test("a folder below one that is closed to others is reported as unreachable", async () => {
  const root = await mkdtemp(join(tmpdir(), "balcao-reach-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const inner = join(root, "open", "inner");
  await mkdir(inner, { recursive: true });
  await chmod(root, 0o755);
  expect(await closedToOthers(inner)).toBeNull();
  await chmod(join(root, "open"), 0o750);
  expect(await closedToOthers(inner)).toBe(join(root, "open"));
});
