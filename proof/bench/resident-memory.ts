import { readFileSync } from "node:fs";
import type { Program } from "../../bin/processes/program.ts";

/** Returns the process's resident memory in MiB. */
export function residentMiB({ child }: Program): number {
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1];
  return Number(kib) / 1024;
}
