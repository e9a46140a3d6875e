import { setTimeout as pause } from "node:timers/promises";
import type { Program } from "../../../bin/processes/program.ts";
import type { BenchEnvironment } from "../environment.ts";
import { figure, median } from "../figures.ts";
import { residentMiB } from "../resident-memory.ts";
import type { Row } from "./index.ts";
import { startSystem } from "./running-system.ts";

const SESSIONS = 50;
const SOME = 10;
const READINGS = 5;

/** Returns the process's memory in MiB after it has settled: the median of readings one second apart. */
async function memoryOf(program: Program): Promise<number> {
  await pause(5_000);
  const readings: number[] = [];
  for (let at = 0; at < READINGS; at++) {
    await pause(1_000);
    readings.push(residentMiB(program.child.pid ?? 0));
  }
  return median(readings);
}

/**
 * Measures the memory of 1, 10 and 50 connected sessions, and the difference per session between 1 and 50; the
 * sandbox is a separate process.
 */
async function measure(environment: BenchEnvironment) {
  const system = await startSystem(environment, "bench_sessions", SESSIONS);
  try {
    const connector = await system.connector();
    const ours = new Map<number, number>();
    for (const count of [1, SOME, SESSIONS]) {
      await system.link(count);
      ours.set(count, await memoryOf(connector));
    }
    await connector.stop();
    const bare = new Map<number, number>();
    for (const count of [1, SOME, SESSIONS]) {
      const library = await system.library(count);
      bare.set(count, await memoryOf(library));
      await library.stop();
    }
    const more = (of: Map<number, number>) => ((of.get(SESSIONS) ?? 0) - (of.get(1) ?? 0)) / (SESSIONS - 1);
    const against = "the channel's library alone, keys in memory";
    return [
      figure({
        ...{ name: "session-memory", value: more(ours), p95: null, unit: "MiB", target: 8 },
        ...{ against, againstValue: more(bare) },
      }),
      ...[1, SOME, SESSIONS].map((count) =>
        figure({
          ...{ name: `session-memory-${count}`, value: ours.get(count) ?? 0, p95: null, unit: "MiB" },
          // The memory before the first session is not counted: the target is eight MiB for each further session.
          ...{ target: (ours.get(1) ?? 0) + 8 * (count - 1), against, againstValue: bare.get(count) ?? 0 },
        }),
      ),
    ];
  } finally {
    await system.close();
  }
}

export const rows: Row[] = [{ name: "session-memory", measure }];
