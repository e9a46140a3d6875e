import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { applicationUrl, openDatabase, schema } from "../../../db/index.ts";
import { phoneMatchKey } from "../../../domain/desk/contacts/index.ts";
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

/** Starts a campaign without a pause of its own: the connector's shortest pause applies. */
async function startCampaign({ url, shop }: RunningSystem): Promise<void> {
  const { companyId, connectionIds } = shop;
  const [campaignId, connectionId = ""] = [randomUUID(), ...connectionIds];
  const database = openDatabase(applicationUrl(url), { max: 1, name: "bench" });
  await database.company(companyId, async (db) => {
    await db.insert(schema.campaigns).values({
      ...{ companyId, id: campaignId, name: "Ofertas", messages: ["Oi {nome}"], confirmationMessages: [] },
      window: { days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "23:59" },
      status: "running",
      startedAt: new Date(),
      frozen: {
        ...{ messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0, variables: [] },
        timeZone: "America/Sao_Paulo",
        variants: [{ variant: 1, message: "Oi {nome}", confirmation: "" }],
      },
    });
    await db.insert(schema.campaignConnections).values({ companyId, campaignId, connectionId, position: 0 });
    await db.insert(schema.campaignRecipients).values(
      Array.from({ length: RECIPIENTS }, (_, position) => {
        const number = `55319${70_000_001 + position}`;
        const person = { id: randomUUID(), name: `Pessoa ${position}`, number, matchKey: phoneMatchKey(number) };
        return { companyId, campaignId, position, variant: 1, ...person };
      }),
    );
  });
  await database.close();
}

export const rows: Row[] = [{ name: "reply-during-campaign", measure }];
