import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import postgres from "postgres";
import { type CompanyTransactions, openCompanyTransactions } from "../../../connector/company-transactions.ts";
import { applicationUrl, openDatabase, openSequencer } from "../../../db/index.ts";
import { receiveMessage } from "../../../domain/desk/messages/index.ts";
import { type SeededCompany, seedCompany } from "../data/seed-company.ts";
import type { BenchEnvironment } from "../environment.ts";
import { figure, median, quantile } from "../figures.ts";
import type { Row } from "./index.ts";

const RUNS = 5;
const SECONDS = 4;
const PER_SECOND = 50;

type Poke = { collections: string[]; rev: number };

/** Subscribes to the event stream like a device, and stores the time of each revision of the collection. */
export async function listen(url: string, token: string, collection = "threads") {
  const pokes: { at: number; rev: number }[] = [];
  const asked = request(`${url}/events`, { headers: { Authorization: `Bearer ${token}` } });
  await new Promise<void>((open, fail) => {
    asked.on("error", fail);
    asked.on("response", (answer) => {
      if (answer.statusCode !== 200) return fail(new Error(`/events answered ${answer.statusCode}`));
      answer.setEncoding("utf8").on("data", (text: string) => {
        const at = performance.now();
        for (const [, data] of text.matchAll(/^data: (.*)$/gm)) {
          const poke = JSON.parse(data ?? "") as Poke;
          if (poke.collections?.includes(collection)) pokes.push({ at, rev: poke.rev });
        }
      });
      open();
    });
    asked.end();
  });
  return { pokes, close: () => asked.destroy() };
}

/**
 * Measures from the verb's call to the event, at 50 messages per second; a message's event is the first poke with its
 * revision or a later one.
 */
async function measure(environment: BenchEnvironment) {
  const url = await environment.cluster.fresh("bench_live");
  const database = openDatabase(applicationUrl(url), { max: 10, name: "bench live" });
  const transactions = openCompanyTransactions(
    database,
    openSequencer(database),
    pino({ level: "warn" }, pino.destination(2)),
  );
  const shop = await seedCompany(database, 1);
  const api = await environment.startApi(url);
  const stream = await listen(api.url, await api.signIn(shop.email));
  const owner = postgres(url, { max: 1, onnotice: () => {} });
  const { companyId } = shop;

  async function send(count: number): Promise<number[]> {
    const done = await receiveAtPace(transactions, shop, count);
    await pause(500);
    const revs = await owner<{ part_id: string; rev: number }[]>`
      select part_id, rev::int from changes where company_id = ${companyId} and collection = 'threads' and part_id is not null`;
    const revOf = new Map(revs.map((row) => [row.part_id, row.rev]));
    return done.map(({ began, messageId }) => {
      const rev = revOf.get(messageId ?? "") ?? Number.POSITIVE_INFINITY;
      const received = stream.pokes.find((poke) => poke.rev >= rev && poke.at >= began);
      if (!received) throw new Error("no event was received for a message");
      return received.at - began;
    });
  }

  await send(PER_SECOND);
  const runs: number[][] = [];
  for (let at = 0; at < RUNS; at++) runs.push(await send(PER_SECOND * SECONDS));
  const notices = await notifyAlone(url);
  stream.close();
  await api.program.stop();
  await database.close();
  await owner.end();
  await environment.cluster.drop("bench_live");
  const shared = { unit: "ms", against: "one NOTIFY to one LISTEN, at the same rate", againstValue: median(notices) };
  const all = runs.flat();
  return [
    figure({
      name: "live-event-p50",
      value: median(runs.map(median)),
      p95: quantile(all, 0.95),
      target: 10,
      ...shared,
    }),
    figure({
      name: "live-event-p99",
      value: median(runs.map((run) => quantile(run, 0.99))),
      p95: quantile(all, 0.95),
      target: 50,
      ...shared,
    }),
  ];
}

type Shop = Pick<SeededCompany, "companyId" | "connectionIds">;

/**
 * Receives messages of 40 customers over the company's first connection, 50 per second. Returns when each call of the
 * verb began, once all changes have revisions.
 */
export async function receiveAtPace(
  transactions: CompanyTransactions,
  { companyId, connectionIds }: Shop,
  count: number,
): Promise<{ began: number; messageId: string | null }[]> {
  const calls: Promise<{ began: number; messageId: string | null }>[] = [];
  const start = performance.now();
  for (let at = 0; at < count; at++) {
    const due = start + (at * 1_000) / PER_SECOND;
    await pause(Math.max(0, due - performance.now()));
    const began = performance.now();
    const phone = `55319${80_000_000 + (at % 40)}`;
    const incoming = {
      connectionId: connectionIds[0] ?? "",
      chatKey: `${phone}@s.whatsapp.net`,
      providerId: randomUUID(),
      fromMe: false,
      sender: { phone, name: "Helena" },
      at: new Date(),
      seq: at,
      kind: "chat" as const,
      body: "Bom dia!",
      isHistory: false,
    };
    calls.push(
      transactions
        .runAndNumber(companyId, (ctx) => receiveMessage(ctx, incoming))
        .then(({ messageId }) => ({ began, messageId })),
    );
  }
  const done = await Promise.all(calls);
  await transactions.settled();
  return done;
}

/** Returns the milliseconds from each NOTIFY to its LISTEN. */
export async function notifyAlone(url: string, { count = 100, perSecond = PER_SECOND } = {}): Promise<number[]> {
  const [from, to] = [postgres(url, { max: 1 }), postgres(url, { max: 1 })];
  const waiting: ((at: number) => void)[] = [];
  await to.listen("bench", () => waiting.shift()?.(performance.now()));
  const samples: number[] = [];
  for (let at = 0; at < count; at++) {
    const began = performance.now();
    const received = new Promise<number>((done) => waiting.push(done));
    await from.notify("bench", String(at));
    samples.push((await received) - began);
    await pause(1_000 / perSecond);
  }
  await Promise.all([from.end(), to.end()]);
  return samples;
}

/**
 * Measures how many notifications of the change log per second are delivered: eight writers, each with its own
 * transactions.
 */
async function notifyCeiling(environment: BenchEnvironment) {
  const url = await environment.cluster.fresh("bench_notify");
  const writers = Array.from({ length: 8 }, () => postgres(url, { max: 1 }));
  const reader = postgres(url, { max: 1 });
  let received = 0;
  await reader.listen("balcao_changes", () => {
    received += 1;
  });
  async function run(notices: boolean): Promise<number> {
    const until = performance.now() + 2_000;
    let count = 0;
    received = 0;
    await Promise.all(
      writers.map(async (sql, writer) => {
        for (; performance.now() < until; count++) {
          const payload = JSON.stringify({ companyId: randomUUID(), rev: writer + count });
          await (notices ? sql`select pg_notify('balcao_changes', ${payload})` : sql`select length(${payload})`);
        }
      }),
    );
    for (let tries = 0; notices && received < count && tries < 100; tries++) await pause(50);
    if (notices && received < count) throw new Error(`${count - received} notifications were lost`);
    return count / 2;
  }
  await run(true);
  const [notified, bare]: number[][] = [[], []];
  for (let at = 0; at < RUNS; at++) {
    notified?.push(await run(true));
    bare?.push(await run(false));
  }
  await Promise.all([...writers, reader].map((sql) => sql.end()));
  await environment.cluster.drop("bench_notify");
  return [
    figure({
      name: "notify-ceiling",
      value: median(notified ?? []),
      p95: null,
      unit: "notices/s",
      target: 1_000,
      isMoreBetter: true,
      against: "the same statements without a notice",
      againstValue: median(bare ?? []),
    }),
  ];
}

export const rows: Row[] = [
  { name: "live-event", measure },
  { name: "notify-ceiling", measure: notifyCeiling },
];
