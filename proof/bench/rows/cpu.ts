import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import type { BenchEnvironment } from "../environment.ts";
import { type Figure, figure, median } from "../figures.ts";
import { cpuOfPostgres, cpuOfProcess } from "../node-cpu.ts";
import type { Row } from "./index.ts";
import { listen } from "./live.ts";
import { startSystem } from "./running-system.ts";

const RUNS = 5;
const IDLE_SECONDS = 10;
/** Messages per second, and how many of them are one run. */
const rates = [
  { name: "alone", perSecond: 1, messages: 10, target: 15 },
  { name: "50", perSecond: 50, messages: 200, target: 6 },
  { name: "burst", perSecond: Number.POSITIVE_INFINITY, messages: 500, target: 2.5 },
];
const CUSTOMERS = 20;
const STORED_EVERY_MS = 25;

/**
 * Measures the CPU time of API, connector and Postgres together, with one linked number and one page's stream: idle, and per
 * received message at several rates, from the customer's phone (sandbox) on. Of a burst also the rate at which its
 * messages are stored.
 */
async function measure(environment: BenchEnvironment): Promise<Figure[]> {
  const system = await startSystem(environment, "bench_cpu", 1);
  const owner = postgres(system.url, { max: 1, onnotice: () => {} });
  try {
    const connector = await system.connector();
    const api = await system.api();
    await system.link(1);
    const stream = await listen(api.url, await api.signIn(system.shop.email));
    const programs = [api.program, connector].map(({ child }) => child.pid ?? 0);
    const used = () =>
      cpuOfPostgres(join(environment.cluster.folder, "postgres")) +
      programs.reduce((sum, pid) => sum + cpuOfProcess(pid), 0);
    const stored = async () => Number((await owner`select count(*) from messages`)[0]?.count);

    /** Returns CPU ms and messages per second, until all messages are stored. */
    async function send(perSecond: number, messages: number) {
      const until = (await stored()) + messages;
      const [before, began] = [used(), performance.now()];
      const sent = Array.from({ length: messages }, async (_, at) => {
        await pause((at * 1_000) / perSecond);
        const from = `5531${960_000_001 + (at % CUSTOMERS)}`;
        await system.post("/sandbox/messages", {
          connectionId: system.shop.connectionIds[0],
          from,
          body: `mensagem ${at}`,
        });
      });
      await Promise.all(sent);
      while ((await stored()) < until) await pause(STORED_EVERY_MS);
      const seconds = (performance.now() - began) / 1_000;
      // At its pace, a run is whole seconds.
      await pause(Math.max(0, messages / perSecond - seconds) * 1_000);
      return { cpu: (used() - before) / messages, rate: messages / seconds };
    }

    for (const { perSecond, messages } of rates) await send(perSecond, messages);
    const idle: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const before = used();
      await pause(IDLE_SECONDS * 1_000);
      idle.push((used() - before) / (IDLE_SECONDS * 10));
    }
    const core = { p95: null, against: "one core", unit: "% of a core", againstValue: 100 };
    const figures = [figure({ name: "cpu-idle", value: median(idle), target: 1.5, ...core })];
    for (const { name, perSecond, messages, target } of rates) {
      const runs: Awaited<ReturnType<typeof send>>[] = [];
      for (let run = 0; run < RUNS; run++) runs.push(await send(perSecond, messages));
      const value = median(runs.map(({ cpu }) => cpu));
      figures.push(
        figure({
          ...{ name: `cpu-message-${name}`, value, target, p95: null, unit: "ms of CPU" },
          ...{ against: "one core for a second", againstValue: 1_000 },
        }),
      );
      if (name !== "burst") continue;
      const rate = median(runs.map((run) => run.rate));
      const bare = { against: "the goal", againstValue: 600 };
      figures.push(
        figure({
          name: "burst-rate",
          value: rate,
          target: 600,
          isMoreBetter: true,
          p95: null,
          unit: "messages/s",
          ...bare,
        }),
      );
    }
    stream.close();
    return figures;
  } finally {
    await owner.end();
    await system.close();
  }
}

export const rows: Row[] = [{ name: "cpu", gives: ["burst-rate"], measure }];
