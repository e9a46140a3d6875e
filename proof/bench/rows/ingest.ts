import { pino } from "pino";
import postgres from "postgres";
import { openStubbedChannel } from "../../../connector/testing/stubbed-channel.ts";
import { applicationUrl, type Database, openDatabase } from "../../../db/index.ts";
import { seededRandom, sentence } from "../data/random-text.ts";
import { seedCompany } from "../data/seed-company.ts";
import type { BenchEnvironment } from "../environment.ts";
import { figure, median } from "../figures.ts";
import type { Row } from "./index.ts";

const RUNS = 5;
/** The messages of one run. */
export const MESSAGES = 240;
const CUSTOMERS = 60;
/** Messages that a channel's library delivers concurrently. */
const AT_ONCE = 16;

/**
 * Returns messages per second from the channel to their tickets, through that many connections of one company, and
 * the rate of bare inserts.
 */
export async function ingest(database: Database, url: string, connections: number, run: number): Promise<number[]> {
  const shop = await seedCompany(database, connections);
  const logger = pino({ level: "warn" }, pino.destination(2));
  const channels = shop.connectionIds.map((connectionId) => {
    const lease = { companyId: shop.companyId, connectionId, epoch: 1, owner: shop.owner };
    return openStubbedChannel(database, lease, logger);
  });
  const random = seededRandom(run);
  const incoming = Array.from({ length: MESSAGES }, (_, at) => ({
    from: `55319${String(80_000_000 + (at % CUSTOMERS))}`,
    body: sentence(random),
    id: `R${run}-${at}`,
  }));
  const began = performance.now();
  await Promise.all(
    channels.map(async (channel, mine) => {
      const queue = incoming.filter((_, at) => at % connections === mine);
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let next = queue.shift(); next; next = queue.shift()) await channel.receive(next);
        }),
      );
    }),
  );
  await Promise.all(channels.map((channel) => channel.stop()));
  const seconds = (performance.now() - began) / 1_000;
  return [MESSAGES / seconds, MESSAGES / (await insertAgain(url, shop.companyId))];
}

/**
 * Returns the seconds for inserting the same message rows: one statement each, twenty per transaction, as the owner.
 */
async function insertAgain(url: string, companyId: string): Promise<number> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  const rows = await client`select * from messages where company_id = ${companyId} order by created_at`;
  if (rows.length !== MESSAGES) throw new Error(`${rows.length} of ${MESSAGES} messages arrived`);
  await client`create table if not exists bare_messages (like messages including all)`;
  const began = performance.now();
  for (let at = 0; at < rows.length; at += 20) {
    await client.begin(async (tx) => {
      for (const row of rows.slice(at, at + 20)) {
        const {
          company_id,
          id,
          ticket_id,
          contact_id,
          connection_id,
          from_me,
          body,
          chat_key,
          provider_id,
          seq,
          created_at,
        } = row;
        const values = {
          company_id,
          id,
          ticket_id,
          contact_id,
          connection_id,
          from_me,
          body,
          chat_key,
          provider_id,
          seq,
          created_at,
        };
        await tx`insert into bare_messages ${tx(values)}`;
      }
    });
  }
  const seconds = (performance.now() - began) / 1_000;
  await client.end();
  return seconds;
}

async function measure(environment: BenchEnvironment, name: string, connections: number, target: number) {
  const url = await environment.cluster.fresh("bench_ingest");
  const database = openDatabase(applicationUrl(url), { max: 20, name: "bench ingest" });
  const runs: number[][] = [];
  await ingest(database, url, connections, 0);
  for (let run = 1; run <= RUNS; run++) runs.push(await ingest(database, url, connections, run));
  await database.close();
  await environment.cluster.drop("bench_ingest");
  return [
    figure({
      name,
      value: median(runs.map((run) => run[0] ?? 0)),
      p95: null,
      unit: "messages/s",
      target,
      isMoreBetter: true,
      against: "raw inserts of the same rows, 20 a transaction",
      againstValue: median(runs.map((run) => run[1] ?? 0)),
    }),
  ];
}

export const rows: Row[] = [
  { name: "ingest-one-connection", measure: (environment) => measure(environment, "ingest-one-connection", 1, 300) },
  { name: "ingest-whole-desk", measure: (environment) => measure(environment, "ingest-whole-desk", 4, 500) },
  { name: "ingest-busy-20", measure: (environment) => measure(environment, "ingest-busy-20", 20, 500) },
];
