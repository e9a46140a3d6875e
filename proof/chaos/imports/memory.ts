import { readFileSync, writeFileSync } from "node:fs";
import type { OurProgram } from "../real/programs.ts";

/**
 * Records each process's peak resident memory in MiB, as the kernel measures it, over all restarts. The peak of a
 * process counts from 12 seconds after its start: loading TypeScript takes memory that work does not. An interrupted
 * import resumes later than that.
 */
export function watchMemory({ api, connector }: { api: OurProgram; connector: OurProgram }) {
  const peakMb = { server: 0, connector: 0, reader: 0 };
  const started = new Map<number, number>();
  const settled = new Set<number>();
  const note = (who: keyof typeof peakMb, pid: number | undefined) => {
    peakMb[who] = Math.max(peakMb[who], markOf(pid));
  };
  const timer = setInterval(() => {
    for (const [who, { pid }] of [
      ["server", api],
      ["connector", connector],
    ] as const) {
      if (pid === undefined) continue;
      if (!started.has(pid)) started.set(pid, Date.now());
      if (!settled.has(pid) && Date.now() - (started.get(pid) ?? 0) > SETTLING_MS) {
        settled.add(pid);
        forgetMark(pid);
      }
      if (settled.has(pid)) note(who, pid);
    }
    for (const pid of childrenOf(connector.pid)) note("reader", pid);
  }, 25);
  return {
    stop() {
      clearInterval(timer);
      return peakMb;
    },
  };
}

/** Returns 0 when the process has exited, or the system does not report it. */
function markOf(pid: number | undefined): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readOf(`/proc/${pid}/status`))?.[1] ?? 0;
  return Math.round(Number(kilobytes) / 1024);
}

const SETTLING_MS = 12_000;

function forgetMark(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch (error) {
    // Some systems forbid the reset: the earlier peak then remains.
    process.emitWarning(`the mark of ${pid} stays: ${String(error)}`);
  }
}

const childrenOf = (pid: number | undefined): number[] =>
  readOf(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);

function readOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
