import { readFileSync, writeFileSync } from "node:fs";
import type { OurProgram } from "../real/programs.ts";

/**
 * The most that each process had resident, by the system's own mark, whichever life it is in. What starting takes for a
 * moment (our programs are TypeScript, stripped as they load) is not what work takes: the mark is taken back once it is up.
 */
export function watchMemory({ api, connector }: { api: OurProgram; connector: OurProgram }) {
  const peakMb = { server: 0, connector: 0, reader: 0 };
  const started = new Set<number>();
  const note = (who: keyof typeof peakMb, pid: number | undefined) => {
    peakMb[who] = Math.max(peakMb[who], markOf(pid));
  };
  const timer = setInterval(() => {
    for (const { pid } of [api, connector]) {
      if (pid === undefined || started.has(pid)) continue;
      started.add(pid);
      forgetMark(pid);
    }
    note("server", api.pid);
    note("connector", connector.pid);
    for (const pid of childrenOf(connector.pid)) note("reader", pid);
  }, 25);
  return {
    stop() {
      clearInterval(timer);
      return peakMb;
    },
  };
}

/** 0: the process is gone, or the system does not tell. */
function markOf(pid: number | undefined): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readOf(`/proc/${pid}/status`))?.[1] ?? 0;
  return Math.round(Number(kilobytes) / 1024);
}

function forgetMark(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch (error) {
    // Not every system lets it: the mark then stands as it was.
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
