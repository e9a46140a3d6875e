import { rm } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { descendants, runningProcesses } from "../desk/process-table.ts";
import { newDataDir, runDesk } from "../desk/run-desk.ts";

test("the product leaves no process behind however it ends, and starts again on the same data", async () => {
  const dataDir = await newDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGKILL", "SIGTERM"] as const) {
    const { url, child, ended } = await runDesk(dataDir);
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    const pids = descendants(child.pid ?? 0).map(({ pid }) => pid);
    expect(pids.length).toBeGreaterThan(4);
    child.kill(signal);
    expect(await ended).toBe(signal === "SIGKILL" ? null : 0);
    await expect.poll(() => runningProcesses(pids), { interval: 200 }).toEqual([]);
  }
});
