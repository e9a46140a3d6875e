import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { programOptions } from "../../processes/program.ts";

const program = fileURLToPath(new URL("../../balcao.ts", import.meta.url));

export type Ended = {
  status: number | null;
  signal: NodeJS.Signals | null;
  output: string;
  seconds: number;
  /** From the signal that it was sent to its end; null when it got none. */
  endingSeconds: number | null;
  /** The most resident memory, as far as its lines were read; 0 when it printed none. */
  peakBytes: number;
};

/**
 * The moment at which a command is sent a signal: when `share` of its tables are finished, or that many of its files.
 * A command that ends earlier gets none.
 */
export type Stop = { signal: NodeJS.Signals; share?: number; files?: number };

/** Runs a command of `bin/balcao`, which reports its progress every few milliseconds. */
export function runBalcao(args: string[], env: Record<string, string>, stop?: Stop): Promise<Ended> {
  const { PATH = "" } = process.env;
  const began = performance.now();
  const child = spawn(process.execPath, [...programOptions.args, program, ...args], {
    env: { PATH, PROGRESS_SECONDS: "0.01", ...programOptions.env, ...env },
  });
  let [output, peakBytes] = ["", 0];
  let stoppedAt: number | null = null;
  child.stdout.on("data", (text) => {
    output += text;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    const text = String(chunk);
    output += text;
    peakBytes = Math.max(peakBytes, peakOf(child.pid ?? 0));
    if (!stop || stoppedAt !== null || !text.split("\n").some((line) => isReached(line, stop))) return;
    stoppedAt = performance.now();
    child.kill(stop.signal);
  });
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (status, signal) => {
      const endedAt = performance.now();
      const endingSeconds = stoppedAt === null ? null : (endedAt - stoppedAt) / 1_000;
      done({ status, signal, output, seconds: (endedAt - began) / 1_000, endingSeconds, peakBytes });
    });
  });
}

function isReached(line: string, { share, files }: Stop): boolean {
  const tables = /: (\d+) of (\d+), /.exec(line);
  if (tables && share !== undefined) return Number(tables[1]) >= share * Number(tables[2]);
  const copied = /: (\d+) done, /.exec(line);
  return copied !== null && (share !== undefined || Number(copied[1]) >= (files ?? 0));
}

/** The most resident memory of a process; 0 when it has ended. */
function peakOf(pid: number): number {
  try {
    const [, kilobytes = "0"] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) * 1_024;
  } catch {
    return 0; // it has ended, or this system has no /proc
  }
}
