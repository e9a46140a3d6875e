import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { hash } from "@node-rs/argon2";
import { pino } from "pino";
import { openCompanyTransactions } from "../../../connector/company-transactions.ts";
import type { ThreadUpdate } from "../../../contracts/desk/messages.ts";
import type { StreamEvent } from "../../../contracts/sync.ts";
import { applicationUrl, claimKey, type Database, openDatabase, openSequencer, schema } from "../../../db/index.ts";
import { password } from "../data/load.ts";
import { seedCompany } from "../data/seed-company.ts";
import type { BenchEnvironment } from "../environment.ts";
import { type Figure, figure, median, quantile } from "../figures.ts";
import { cpuOfPostgres, cpuOfProcess } from "../node-cpu.ts";
import type { Row } from "./index.ts";
import { notifyAlone, receiveAtPace } from "./live.ts";

const [RUNS, SECONDS, PER_SECOND] = [5, 4, 50];
const QUEUES = 4;
const sizes = [1, 5, 20, 50];
/** With 20 agents. Of a core: the API and Postgres. */
const [TARGET_P50_MS, TARGET_P99_MS, TARGET_API, TARGET_POSTGRES] = [30, 80, 0.25, 0.35];

/** Creates agents of two queues each, who see tickets without a queue, too. Returns their e-mails. */
async function givenAgents(database: Database, companyId: string, count: number): Promise<string[]> {
  const passwordHash = await hash(password);
  const emails: string[] = [];
  await database.company(companyId, async (db) => {
    const queueIds = Array.from({ length: QUEUES }, () => randomUUID());
    for (const [at, id] of queueIds.entries())
      await db.insert(schema.queues).values({ companyId, id, name: `Fila ${at}`, color: `#00000${at}` });
    for (let at = 0; at < count; at += 1) {
      const [id, email] = [randomUUID(), `${at}.${companyId}@loja.example`];
      await claimKey(db, { companyId, kind: "email", key: email, rowId: id });
      await db
        .insert(schema.users)
        .values({ companyId, id, name: `Agente ${at}`, email, passwordHash, profile: "user", allTicket: true });
      const own = [at % QUEUES, (at + 1) % QUEUES].map((queue) => queueIds[queue] ?? "");
      await db.insert(schema.userQueues).values(own.map((queueId) => ({ companyId, userId: id, queueId })));
      emails.push(email);
    }
  });
  return emails;
}

/** The time after which a message without an event counts as lost. */
const GIVEN_UP_MS = 20_000;
const WARM_UP_MS = 1_000;

/**
 * Opens a stream with documents, compressed, like a device. A message that comes only as a poke, after which a device
 * pulls, counts as lost.
 */
async function openDevice(url: string, token: string) {
  const arrived = new Map<string, number>();
  const headers = { Authorization: `Bearer ${token}`, "Accept-Encoding": "gzip" };
  const asked = request(`${url}/events?changes=1`, { headers });
  await new Promise<void>((open, fail) => {
    asked.on("error", fail);
    asked.on("response", (answer) => {
      if (answer.statusCode !== 200) return fail(new Error(`/events answered ${answer.statusCode}`));
      let rest = "";
      const text = answer.headers["content-encoding"] === "gzip" ? answer.pipe(createGunzip()) : answer;
      text.setEncoding("utf8").on("error", () => {});
      text.on("data", (part: string) => {
        const at = performance.now();
        const blocks = (rest + part).split("\n\n");
        rest = blocks.pop() ?? "";
        for (const block of blocks) if (block.startsWith("data: ")) note(JSON.parse(block.slice(6)), at);
      });
      open();
    });
    asked.end();
  });
  function note(event: StreamEvent, at: number) {
    if (event.type !== "changes") return;
    const threads = (event.parts.threads?.documents ?? []) as Partial<ThreadUpdate>[];
    for (const { id } of threads.flatMap(({ messages = [] }) => messages)) if (!arrived.has(id)) arrived.set(id, at);
  }
  return {
    /** Returns when the device got the message. */
    at: (id: string) => arrived.get(id),
    close: () => asked.destroy(),
  };
}

async function measureAgents(environment: BenchEnvironment, agents: number): Promise<Figure[]> {
  const name = `bench_agents_${agents}`;
  const url = await environment.cluster.fresh(name);
  const database = openDatabase(applicationUrl(url), { max: 10, name: "bench agents" });
  const log = pino({ level: "warn" }, pino.destination(2));
  const transactions = openCompanyTransactions(database, openSequencer(database), log);
  const shop = await seedCompany(database, 1);
  const emails = await givenAgents(database, shop.companyId, agents);
  const api = await environment.startApi(url);
  const devices = await Promise.all(emails.map(async (email) => openDevice(api.url, await api.signIn(email))));
  const apiPid = api.program.child.pid ?? 0;

  async function run(): Promise<{ delays: number[]; api: number; postgres: number }> {
    const used = () => ({
      api: cpuOfProcess(apiPid),
      postgres: cpuOfPostgres(join(environment.cluster.folder, "postgres")),
    });
    const [before, began] = [used(), performance.now()];
    const sent = await receiveAtPace(transactions, shop, PER_SECOND * SECONDS);
    const [after, ms] = [used(), performance.now() - began];
    const delays: number[] = [];
    for (const device of devices)
      for (const { began: at, messageId } of sent) {
        let got = device.at(messageId ?? "");
        for (; got === undefined; got = device.at(messageId ?? "")) {
          if (performance.now() - at > GIVEN_UP_MS) throw new Error("a device did not receive a message");
          await pause(20);
        }
        delays.push(got - at);
      }
    await pause(500);
    return { delays, api: (after.api - before.api) / ms, postgres: (after.postgres - before.postgres) / ms };
  }

  try {
    // The first events of a program that has just started may be too large to carry documents.
    await receiveAtPace(transactions, shop, PER_SECOND * SECONDS);
    await pause(WARM_UP_MS);
    const runs: Awaited<ReturnType<typeof run>>[] = [];
    for (let at = 0; at < RUNS; at += 1) runs.push(await run());
    const notices = await notifyAlone(url);
    const against = { against: "one NOTIFY to one LISTEN, at the same rate", againstValue: median(notices) };
    const all = runs.flatMap(({ delays }) => delays);
    const core = { p95: null, unit: "of a core", against: "one core", againstValue: 1 };
    const delay = { p95: quantile(all, 0.95), unit: "ms", ...against };
    const p99 = median(runs.map(({ delays }) => quantile(delays, 0.99)));
    const value = (of: "api" | "postgres") => median(runs.map((one) => one[of]));
    return [
      figure({
        ...{ name: `live-agents-${agents}-p50`, value: median(runs.map(({ delays }) => median(delays))) },
        ...{ target: TARGET_P50_MS, ...delay },
      }),
      figure({ name: `live-agents-${agents}-p99`, value: p99, target: TARGET_P99_MS, ...delay }),
      figure({ name: `live-agents-${agents}-api`, value: value("api"), target: TARGET_API, ...core }),
      figure({ name: `live-agents-${agents}-postgres`, value: value("postgres"), target: TARGET_POSTGRES, ...core }),
    ];
  } finally {
    for (const device of devices) device.close();
    await api.program.stop();
    await database.close();
    await environment.cluster.drop(name);
  }
}

export const rows: Row[] = sizes.map((agents) => ({
  name: `live-agents-${agents}`,
  measure: (environment) => measureAgents(environment, agents),
}));
