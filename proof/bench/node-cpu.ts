import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10;

/** Returns the CPU time in ms that a Postgres cluster has used, with its sessions that have ended. */
export function cpuOfPostgres(dataFolder: string): number {
  const postmaster = Number(readFileSync(join(dataFolder, "postmaster.pid"), "utf8").split("\n")[0]);
  let ticks = 0;
  for (const name of readdirSync("/proc")) {
    const process = /^\d+$/.test(name) ? statOf(name) : null;
    if (process && (process.pid === postmaster || process.parent === postmaster)) ticks += process.ticks;
  }
  return ticks * MS_PER_TICK;
}

/** Returns the CPU time in ms that a process has used. */
export function cpuOfProcess(pid: number): number {
  return (statOf(String(pid))?.ticks ?? 0) * MS_PER_TICK;
}

/** Null: the process has ended. `ticks`: its own and those of its children that have ended. */
function statOf(pid: string): { pid: number; parent: number; ticks: number } | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
  // The name in parentheses may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [parent, ...times] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]));
  return { pid: Number(pid), parent: parent ?? 0, ticks: times.reduce((sum, one) => sum + one, 0) };
}
