import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import type { Program } from "../../../bin/processes/program.ts";
import type { BenchEnvironment } from "../environment.ts";
import { figure, median } from "../figures.ts";
import { residentMiB } from "../resident-memory.ts";
import type { Row } from "./index.ts";
import { type RunningSystem, startSystem } from "./running-system.ts";

const MINUTES = Number(process.env.SOAK_MINUTES ?? 10);
const CONNECTIONS = 10;
const PER_SECOND = 50;
const CUSTOMERS = 500;
/** Share of the run that is ignored, while the heap grows to its working size. */
const WARM_UP = 0.3;

type Reading = { minute: number; mebibytes: number };

/**
 * Returns the growth in MiB per minute, by least squares over the lowest reading of each half minute: memory freed by
 * the next collection is not a leak.
 */
function slopeOf(readings: readonly Reading[]): number {
  const lowest = new Map<number, Reading>();
  for (const reading of readings) {
    const half = Math.floor(reading.minute * 2);
    const known = lowest.get(half);
    if (!known || reading.mebibytes < known.mebibytes) lowest.set(half, reading);
  }
  const points = [...lowest.values()].filter(({ minute }) => minute >= MINUTES * WARM_UP);
  const mean = (of: (point: Reading) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [at, held] = [mean(({ minute }) => minute), mean(({ mebibytes }) => mebibytes)];
  const spread = mean(({ minute }) => (minute - at) ** 2);
  return spread === 0 ? 0 : mean((point) => (point.minute - at) * (point.mebibytes - held)) / spread;
}

/** Sends customers' messages at a steady rate over all connections; resolves with the number sent. */
async function write(system: RunningSystem, until: number): Promise<number> {
  const began = performance.now();
  const writing = new Set<Promise<void>>();
  let count = 0;
  while (performance.now() < until) {
    await pause(Math.max(0, began + (count * 1_000) / PER_SECOND - performance.now()));
    const connectionId = system.shop.connectionIds[count % CONNECTIONS];
    const from = `5531${String(970_000_001 + (count % CUSTOMERS) * 7)}`;
    const sending = system.post("/sandbox/messages", { connectionId, from, name: "Helena", body: `mensagem ${count}` });
    count += 1;
    writing.add(sending);
    void sending.finally(() => writing.delete(sending)).catch(() => {}); // Promise.all below reports the error
    // In-flight messages of a phone network.
    if (writing.size >= 32) await Promise.race(writing);
  }
  await Promise.all(writing);
  return count;
}

async function measure(environment: BenchEnvironment) {
  const system = await startSystem(environment, "bench_soak", CONNECTIONS);
  const owner = postgres(system.url, { max: 1, onnotice: () => {} });
  try {
    const connector = await system.connector();
    const api = await system.api();
    await system.link(CONNECTIONS);
    const token = await api.signIn(system.shop.email);
    const device = new AbortController();
    const live = fetch(`${api.url}/events`, { headers: { authorization: `Bearer ${token}` }, signal: device.signal });
    const drained = live.then(async ({ body }) => {
      for await (const _ of body ?? []);
    });
    drained.catch(() => {}); // aborted below
    const programs: [string, Program][] = [
      ["connector", connector],
      ["api", api.program],
    ];
    const readings = new Map<string, Reading[]>(programs.map(([name]) => [name, []]));
    const began = performance.now();
    const reading = setInterval(() => {
      const minute = (performance.now() - began) / 60_000;
      for (const [name, program] of programs)
        readings.get(name)?.push({ minute, mebibytes: residentMiB(program.child.pid ?? 0) });
    }, 1_000);
    const sent = await write(system, began + MINUTES * 60_000);
    clearInterval(reading);
    const seconds = (performance.now() - began) / 1_000;
    const stored = async () =>
      Number((await owner<{ count: string }[]>`select count(*) from messages where not from_me`)[0]?.count);
    const late = Date.now() + 60_000;
    while ((await stored()) < sent && Date.now() < late) await pause(200);
    const kept = await stored();
    const settledMs = performance.now() - began - seconds * 1_000;
    device.abort();
    const atFirst = (name: string) => median((readings.get(name) ?? []).slice(0, 10).map(({ mebibytes }) => mebibytes));
    return [
      ...programs.map(([name]) =>
        figure({
          ...{ name: `soak-${name}`, value: slopeOf(readings.get(name) ?? []), p95: null, unit: "MiB/min", target: 1 },
          ...{ against: "resident in its first ten seconds, MiB", againstValue: atFirst(name) },
        }),
      ),
      figure({
        ...{ name: "soak-messages", value: kept, p95: null, unit: "stored", target: sent, isMoreBetter: true },
        ...{ against: "written by the customers", againstValue: sent },
      }),
      figure({
        ...{ name: "soak-rate", value: sent / seconds, p95: null, unit: "messages/s", target: PER_SECOND * 0.98 },
        ...{ isMoreBetter: true, against: "the last message's way to the table, ms", againstValue: settledMs },
      }),
    ];
  } finally {
    await owner.end();
    await system.close();
  }
}

export const rows: Row[] = [{ name: "soak", gives: ["soak-connector", "soak-api"], onlyByName: true, measure }];
