import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10;

/** Returns the CPU time in ms that a Postgres cluster has used, with its sessions that have ended. */
export function cpuOfPostgres(dataFolder: string): number {
  const postmaster = Number(readFileSync(join(dataFolder, "postmaster.pid"), "utf8").split("\n")[0]);
  let ticks = 0;
  for (const name of readdirSync("/proc")) {
    const process = /^\d+$/.test(name) ? readProcess(name) : null;
    if (process && (process.pid === postmaster || process.parent === postmaster))
      ticks += process.ticks + process.endedTicks;
  }
  return ticks * MS_PER_TICK;
}

/** Returns the CPU time in ms that a process has used. */
export function cpuOfProcess(pid: number): number {
  const { ticks = 0, endedTicks = 0 } = readProcess(String(pid)) ?? {};
  return (ticks + endedTicks) * MS_PER_TICK;
}

/** `ticks`: of the process alone. `endedTicks`: of its children that have ended. */
export type ProcessTime = { pid: number; parent: number; ticks: number; endedTicks: number };

/** Returns null when the process has ended. */
export function readProcess(pid: string): ProcessTime | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
  // The name in parentheses may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((at) =>
    Number(fields[at]),
  );
  return { pid: Number(pid), parent, ticks: user + system, endedTicks: endedUser + endedSystem };
}
