import { setTimeout as pause } from "node:timers/promises";
import { applicationUrl, openDatabase } from "../../../db/index.ts";
import { seedCampaign } from "../data/seed-campaign.ts";
import type { BenchEnvironment } from "../environment.ts";
import { figure, summary } from "../figures.ts";
import type { Row } from "./index.ts";
import { type RunningSystem, startSystem } from "./running-system.ts";

const RUNS = 5;
const SAMPLES = 8;
/** More than the campaign sends during the measurement. */
const RECIPIENTS = 2_000;
const CUSTOMER = "5531988880001";
const MAX_MORE_MS = 500;

/** Measures from an agent's reply to the customer's phone, before and while a campaign runs over the same number. */
async function measure(environment: BenchEnvironment) {
  const system = await startSystem(environment, "bench_campaign", 1);
  try {
    await system.connector();
    await system.link(1);
    const reply = await openReplies(system, await system.api());
    for (let at = 0; at < 3; at++) await reply();
    const idle = await sample(reply);
    await startCampaign(system);
    const busy = await sample(reply);
    const before = summary(idle);
    return [
      figure({
        name: "reply-during-campaign",
        ...summary(busy),
        unit: "ms",
        target: before.p95 + MAX_MORE_MS,
        judgedBy: "p95",
        against: "the same without a campaign",
        againstValue: before.value,
      }),
    ];
  } finally {
    await system.close();
  }
}

async function sample(reply: () => Promise<number>): Promise<number[][]> {
  const runs: number[][] = [];
  for (let run = 0; run < RUNS; run++) {
    const samples: number[] = [];
    for (let at = 0; at < SAMPLES; at++) {
      await pause(100 + Math.random() * 400);
      samples.push(await reply());
    }
    runs.push(samples);
  }
  return runs;
}

type Api = Awaited<ReturnType<RunningSystem["api"]>>;
type Shown = { body: string };

/** A customer writes; the returned function answers them and resolves when the phone shows the answer, in ms. */
async function openReplies(system: RunningSystem, api: Api): Promise<() => Promise<number>> {
  const [connectionId] = system.shop.connectionIds;
  await system.post("/sandbox/messages", { connectionId, from: CUSTOMER, name: "Helena", body: "Bom dia!" });
  const token = await api.signIn(system.shop.email);
  const ask = async <T>(path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(`${api.url}${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  let ticketId: string | undefined;
  while (!ticketId) {
    await pause(100);
    ticketId = (await ask<{ tickets: { id: string }[] }>("/tickets?status=pending&showAll=true")).tickets[0]?.id;
  }
  await ask(`/tickets/${ticketId}`, { method: "PUT", body: JSON.stringify({ status: "open" }) });
  let count = 0;
  return async () => {
    const body = `resposta ${++count}.`;
    const began = performance.now();
    await ask(`/messages/${ticketId}`, { method: "POST", body: JSON.stringify({ body }) });
    for (;;) {
      const shown = await system.get<Shown[]>(`/sandbox/messages?connectionId=${connectionId}&number=${CUSTOMER}`);
      // Agents' messages begin with the agent's name.
      if (shown.some((message) => message.body.endsWith(body))) return performance.now() - began;
      await pause(5);
    }
  };
}

async function startCampaign({ url, shop }: RunningSystem): Promise<void> {
  const [connectionId = ""] = shop.connectionIds;
  const database = openDatabase(applicationUrl(url), { max: 1, name: "bench" });
  const numbers = Array.from({ length: RECIPIENTS }, (_, position) => `55319${70_000_001 + position}`);
  await seedCampaign(database, { companyId: shop.companyId, connectionId, numbers });
  await database.close();
}

export const rows: Row[] = [{ name: "reply-during-campaign", measure }];
