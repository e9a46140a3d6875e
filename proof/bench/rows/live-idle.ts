import { setTimeout as pause } from "node:timers/promises";
import type { BenchEnvironment } from "../environment.ts";
import { figure, median, summary } from "../figures.ts";
import type { Row } from "./index.ts";
import { listen, notifyAlone } from "./live.ts";
import { startSystem } from "./running-system.ts";

const RUNS = 5;
const SAMPLES = 12;
const CUSTOMERS = 4;
const GIVEN_UP_MS = 10_000;

/**
 * Measures from the customer's phone in the sandbox to the event, through the channel, at one message per second and
 * with nothing else going on: every message is from a known contact with an open ticket.
 */
async function measure(environment: BenchEnvironment) {
  const system = await startSystem(environment, "bench_live_idle", 1);
  try {
    await system.connector();
    const api = await system.api();
    await system.link(1);
    const stream = await listen(api.url, await api.signIn(system.shop.email));

    async function send(at: number): Promise<number> {
      await pause(1_000 - (performance.now() % 1_000));
      const before = stream.pokes.length;
      const began = performance.now();
      const from = `5531${960_000_001 + (at % CUSTOMERS)}`;
      await system.post("/sandbox/messages", { connectionId: system.shop.connectionIds[0], from, body: `olá ${at}` });
      while (stream.pokes.length === before) {
        if (performance.now() - began > GIVEN_UP_MS) throw new Error("no event was received for a message");
        await pause(1);
      }
      return (stream.pokes[before]?.at ?? 0) - began;
    }

    for (let at = 0; at < 2 * CUSTOMERS; at++) await send(at);
    const runs: number[][] = [];
    for (let run = 0; run < RUNS; run++) {
      const samples: number[] = [];
      for (let at = 0; at < SAMPLES; at++) samples.push(await send(at));
      runs.push(samples);
    }
    const notices = await notifyAlone(system.url, { count: SAMPLES, perSecond: 1 });
    stream.close();
    return [
      figure({
        name: "live-event-idle",
        ...summary(runs),
        unit: "ms",
        target: 15,
        against: "one NOTIFY to one LISTEN, at the same rate",
        againstValue: median(notices),
      }),
    ];
  } finally {
    await system.close();
  }
}

export const rows: Row[] = [{ name: "live-event-idle", measure }];
