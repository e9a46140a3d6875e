import { readFileSync } from "node:fs";
import type { OurProgram } from "../real/programs.ts";

/** The most that each process has ever had resident, by the system's own mark, whichever life it is in. */
export function watchMemory({ api, connector }: { api: OurProgram; connector: OurProgram }) {
  const peakMb = { server: 0, connector: 0, reader: 0 };
  const note = (who: keyof typeof peakMb, pid: number | undefined) => {
    peakMb[who] = Math.max(peakMb[who], markOf(pid));
  };
  const timer = setInterval(() => {
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

const childrenOf = (pid: number | undefined): number[] =>
  readOf(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);

function readOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
