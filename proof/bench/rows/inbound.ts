import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { buildIfNeeded } from "../../../bin/build.ts";
import { launch, seenAt } from "../browser.ts";
import type { BenchEnvironment } from "../environment.ts";
import { figure, summary } from "../figures.ts";
import { signInAt } from "../screen-marks.ts";
import type { Row } from "./index.ts";
import { type RunningSystem, startSystem } from "./running-system.ts";

const RUNS = 5;
const SAMPLES = 8;

const now = () => performance.timeOrigin + performance.now();

const list = '[aria-label="Lista de atendimentos"]';

/**
 * Measures from the customer's phone to the list on an agent's screen, one message at a time, while a customer writes
 * once a second on each of the other connections.
 */
async function measure(environment: BenchEnvironment, name: string, connections: number) {
  buildIfNeeded();
  const system = await startSystem(environment, "bench_inbound", connections);
  const browser = await launch();
  try {
    await system.connector();
    const api = await system.api();
    const waiting = new Map<string, (at: number) => void>();
    await system.library(1, (text, at) => waiting.get(text)?.(at));
    await system.link(connections);
    const context = await browser.newContext({ baseURL: api.url, locale: "pt-BR" });
    const page = await context.newPage();
    const from = `55319${randomInt(70_000_000, 79_999_999)}1`.slice(0, 13);
    const send = (connectionId: string | undefined, body: string) =>
      system.post("/sandbox/messages", { connectionId, from, name: "Helena", body });
    // A company without tickets would show its admin the first steps.
    await send(system.shop.connectionIds[0], "bom dia");
    await signInAt(page, system.shop.email);
    const pending = page.getByRole("tab", { name: /Aguardando/ }).first();
    await pending.waitFor();
    await pending.click();

    async function toScreen(text: string): Promise<number> {
      const seen = seenAt(page, list, text);
      const began = now();
      await send(system.shop.connectionIds[0], text);
      return (await seen) - began;
    }
    async function toLibrary(text: string): Promise<number> {
      const received = new Promise<number>((done) => waiting.set(text, done));
      const began = now();
      await send(system.bare.connectionIds[0], text);
      return (await received) - began;
    }
    for (const text of ["primeira", "segunda"]) {
      await toScreen(text);
      await toLibrary(text);
    }
    const others = keepBusy(system, system.shop.connectionIds.slice(1));
    const [ours, theirs]: number[][][] = [[], []];
    for (let run = 0; run < RUNS; run++) {
      const [mine, bare]: number[][] = [[], []];
      for (let at = 0; at < SAMPLES; at++) {
        await pause(300); // idle in between
        mine?.push(await toScreen(`olá ${run}.${at}.`));
        bare?.push(await toLibrary(`olá ${run}.${at}.`));
      }
      ours?.push(mine ?? []);
      theirs?.push(bare ?? []);
    }
    await others.stop();
    return [
      figure({
        name,
        ...summary(ours ?? []),
        unit: "ms",
        target: 300,
        judgedBy: "p95",
        against: "the channel's library alone has the message",
        againstValue: summary(theirs ?? []).value,
      }),
    ];
  } finally {
    await browser.close();
    await system.close();
  }
}

/** Sends a message per second on each connection, from separate customers. */
function keepBusy(system: RunningSystem, connectionIds: string[]) {
  let isOver = false;
  const writing = connectionIds.map(async (connectionId, at) => {
    await pause((at * 1_000) / connectionIds.length);
    for (let n = 0; !isOver; n++) {
      const from = `5531${String(960_000_001 + at * 100 + (n % 20))}`;
      await system.post("/sandbox/messages", { connectionId, from, name: `Cliente ${at}`, body: `mensagem ${n}` });
      await pause(1_000);
    }
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(writing);
    },
  };
}

export const rows: Row[] = [
  { name: "inbound-to-screen", measure: (environment) => measure(environment, "inbound-to-screen", 1) },
  { name: "inbound-busy-20", measure: (environment) => measure(environment, "inbound-busy-20", 20) },
];
