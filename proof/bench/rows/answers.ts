import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { pino } from "pino";
import postgres from "postgres";
import { openSettledChannel } from "../../../connector/testing/settled-channel.ts";
import { applicationUrl, type Database, openDatabase, schema } from "../../../db/index.ts";
import { openTickets } from "../data/open-tickets.ts";
import { type SeededCompany, seedCompany } from "../data/seed-company.ts";
import type { BenchEnvironment } from "../environment.ts";
import { figure, median, quantile, timed } from "../figures.ts";
import { keepAlive } from "../http-client.ts";
import type { Row } from "./index.ts";
import { listen } from "./live.ts";

const RUNS = 5;
const SAMPLES = 100;
/** After so many answers, each connection of the API has kept its plans. */
const WARM = 400;
const SETTLED_MS = 25;
const AT_ONCE = 16;
const SECONDS = 3;
const customers = Array.from({ length: 64 }, (_, at) => `55319${70_000_000 + at}`);
const logger = pino({ level: "warn" }, pino.destination(2));
const answer = { body: "Bom dia! Já vejo isso para você." };

/**
 * Measures an agent's answer by REST, one at a time: the first ones after the start of an API, later ones, and those with
 * their event on another agent's stream; and the rate of answers over 16 connections.
 */
async function measure(environment: BenchEnvironment) {
  const url = await environment.cluster.fresh("bench_answers");
  const database = openDatabase(applicationUrl(url), { max: 10, name: "bench answers" });
  const shop = await seedCompany(database, 1);
  const ids = await givenTickets(database, shop);
  const next = cycle(ids);
  const bare = await insertAlone(url);

  const first: number[][] = [];
  for (let at = 0; at < RUNS; at++) {
    const api = await environment.startApi(url);
    const http = keepAlive(api.url, await api.signIn(shop.email));
    first.push(await repeat(SAMPLES, () => timed(() => http.post(`/messages/${next()}`, answer))));
    http.close();
    await api.program.stop();
  }

  const api = await environment.startApi(url);
  const token = await api.signIn(shop.email);
  const http = keepAlive(api.url, token);
  const send = () => timed(() => http.post(`/messages/${next()}`, answer));
  await repeat(WARM, send);
  const warm: number[][] = [];
  for (let at = 0; at < RUNS; at++) warm.push(await repeat(SAMPLES, send));

  const stream = await listen(api.url, token);
  const live = async () => {
    // A later event of the former answer must not count.
    await pause(SETTLED_MS);
    const before = stream.pokes.length;
    const began = performance.now();
    await http.post(`/messages/${next()}`, answer);
    while (stream.pokes.length === before) await pause(0);
    return (stream.pokes[before]?.at ?? 0) - began;
  };
  const stored: number[][] = [];
  for (let at = 0; at < RUNS; at++) stored.push(await repeat(SAMPLES / 2, live));
  stream.close();
  http.close();

  const many = Array.from({ length: AT_ONCE }, () => keepAlive(api.url, token));
  const rates: number[] = [];
  for (let at = 0; at <= RUNS; at++) {
    let count = 0;
    const until = performance.now() + SECONDS * 1_000;
    const work = async (one: (typeof many)[number]) => {
      for (; performance.now() < until; count++) await one.post(`/messages/${next()}`, answer);
    };
    await Promise.all(many.map(work));
    if (at > 0) rates.push(count / SECONDS);
  }
  for (const one of many) one.close();
  await api.program.stop();
  await database.close();
  await environment.cluster.drop("bench_answers");
  const row = (name: string, runs: number[][], target: number) =>
    figure({
      ...{ name, unit: "ms", target, against: "one insert of such a message", againstValue: bare },
      ...{ value: median(runs.map(median)), p95: quantile(runs.flat(), 0.95) },
    });
  return [
    row("answer-first", first, 9),
    row("answer-warm", warm, 9),
    row("answer-live", stored, 20),
    figure({
      ...{ name: "answers-16", unit: "answers/s", p95: null, isMoreBetter: true, target: 200, value: median(rates) },
      ...{ against: "inserts of such messages, one after another", againstValue: 1_000 / bare },
    }),
  ];
}

/** Returns the ids of an open ticket of each customer. */
async function givenTickets(database: Database, shop: SeededCompany): Promise<string[]> {
  const { companyId, owner, connectionIds } = shop;
  const lease = { companyId, connectionId: connectionIds[0] ?? "", epoch: 1, owner };
  const channel = openSettledChannel(database, lease, logger);
  await channel.receive(customers);
  await channel.stop();
  await openTickets(database, shop);
  const { id, companyId: company } = schema.tickets;
  const rows = await database.company(companyId, (db) =>
    db.select({ id }).from(schema.tickets).where(eq(company, companyId)),
  );
  return rows.map((row) => row.id);
}

/** Returns the milliseconds of one durable insert of an answer's text. */
async function insertAlone(url: string): Promise<number> {
  const owner = postgres(url, { max: 1, onnotice: () => {} });
  await owner`create table bench_plain (id uuid primary key default gen_random_uuid(), body text, at timestamptz default now())`;
  const samples = await repeat(SAMPLES, () =>
    timed(() => owner`insert into bench_plain (body) values (${answer.body})`),
  );
  await owner.end();
  return median(samples);
}

async function repeat<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let at = 0; at < count; at++) done.push(await work());
  return done;
}

function cycle<T>(items: readonly T[]): () => T {
  let at = 0;
  return () => {
    at += 1;
    return items[at % items.length] as T;
  };
}

export const rows: Row[] = [{ name: "answer-", gives: ["answers-16"], measure }];
