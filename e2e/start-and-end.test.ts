import { execFileSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { newDataDir, runDesk } from "./desk/run-desk.ts";

type Process = { pid: number; parent: number; command: string };

function processes(): Process[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid && parent && command ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
  });
}

/** A process and all that it started, directly or not. */
function family(pid: number): Process[] {
  const all = processes();
  const found = all.filter((one) => one.pid === pid);
  for (const one of found) found.push(...all.filter((other) => other.parent === one.pid));
  return found;
}

const stillThere = (pids: number[]) => processes().filter(({ pid }) => pids.includes(pid));

test("the end of the product leaves nothing behind, however it ends, and it starts again on the same data", async () => {
  const dataDir = await newDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGKILL", "SIGTERM"] as const) {
    const { url, child, ended } = await runDesk(dataDir);
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    const pids = family(child.pid ?? 0).map(({ pid }) => pid);
    expect(pids.length).toBeGreaterThan(4);
    child.kill(signal);
    expect(await ended).toBe(signal === "SIGKILL" ? null : 0);
    await expect.poll(() => stillThere(pids), { timeout: 20_000, interval: 200 }).toEqual([]);
  }
});
