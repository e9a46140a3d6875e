import { execFileSync } from "node:child_process";

export type Process = { pid: number; parent: number; command: string };

function processes(): Process[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid && parent && command ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
  });
}

/** Returns a process and all its descendants. */
export function descendants(pid: number): Process[] {
  const all = processes();
  const found = all.filter((one) => one.pid === pid);
  for (const one of found) found.push(...all.filter((other) => other.parent === one.pid));
  return found;
}

/** Returns those of the processes that are still running. */
export const runningProcesses = (pids: number[]) => processes().filter(({ pid }) => pids.includes(pid));
