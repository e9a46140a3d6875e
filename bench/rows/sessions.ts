import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Program } from "../../bin/processes.ts";
import { figure, median } from "../figures.ts";
import type { World } from "../world.ts";
import { openDeskPrograms } from "./desk.ts";
import type { Row } from "./index.ts";

const SESSIONS = 50;
const READINGS = 5;

/** What the process holds, in MiB: the median of readings a second apart, after it has come to rest. */
async function memoryOf({ child }: Program): Promise<number> {
  await pause(5_000);
  const readings: number[] = [];
  for (let at = 0; at < READINGS; at++) {
    await pause(1_000);
    const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1];
    readings.push(Number(kib) / 1024);
  }
  return median(readings);
}

/** The difference between one connected session and fifty; the sandbox is another process. */
async function measure(world: World) {
  const desk = await openDeskPrograms(world, "bench_sessions", SESSIONS);
  try {
    const connector = await desk.connector();
    await desk.link(1);
    const one = await memoryOf(connector);
    await desk.link(SESSIONS);
    const all = await memoryOf(connector);
    await connector.stop();
    const single = await desk.library(1);
    const bareOne = await memoryOf(single);
    await single.stop();
    const fifty = await desk.library(SESSIONS);
    const bareAll = await memoryOf(fifty);
    return [
      figure({
        name: "session-memory",
        value: (all - one) / (SESSIONS - 1),
        p95: null,
        unit: "MiB",
        target: 8,
        against: "the channel's library alone, keys in memory",
        againstValue: (bareAll - bareOne) / (SESSIONS - 1),
      }),
    ];
  } finally {
    await desk.close();
  }
}

export const rows: Row[] = [{ name: "session-memory", measure }];
