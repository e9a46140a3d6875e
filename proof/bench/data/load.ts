import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { hash } from "@node-rs/argon2";
import postgres from "postgres";
import { migrate, startEmbeddedPostgres } from "../../../db/index.ts";
import {
  type Cell,
  type Company,
  company,
  contactTables,
  messageColumns,
  messagesOf,
  type Size,
  smallTables,
  ticket,
  ticketCells,
  ticketColumns,
} from "./generate.ts";

export const password = "Balcao123!";
const root = new URL("../../..", import.meta.url).pathname;
const folder = process.env.BENCH_DIR ?? join(tmpdir(), "balcao-bench");
const OTHERS = 4;
const CHUNK = 64 * 1024;

export type Cluster = Awaited<ReturnType<typeof openCluster>>;

/** Opens the benchmark's Postgres, kept between runs and durable like the product's. */
export async function openCluster() {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755); // as root, Postgres runs as a user of its own
  const server = await startEmbeddedPostgres(folder);
  const urlOf = (name: string) => Object.assign(new URL(server.ownerUrl), { pathname: `/${name}` }).href;
  const admin = postgres(server.ownerUrl, { max: 1, onnotice: () => {} });

  /** Creates an empty database with the current schema; returns its owner's address. */
  async function fresh(name: string): Promise<string> {
    await admin.unsafe(`drop database if exists ${name} with (force)`);
    await admin.unsafe(`create database ${name}`);
    await migrate(urlOf(name));
    return urlOf(name);
  }

  return {
    fresh,
    /** Returns the data set of that size; loads it when it is missing or was made by another schema or generator. */
    async filled(size: Size): Promise<{ url: string; main: Company }> {
      const [name, wanted] = [`bench_${size.name}`, fingerprint()];
      const [found] = await admin<{ mark: string }[]>`
        select shobj_description(oid, 'pg_database') as mark from pg_database where datname = ${name}`;
      const [mark, madeAt] = found?.mark?.split(" ") ?? [];
      if (mark === wanted && madeAt) {
        // The functions of the database may have changed since.
        await migrate(urlOf(name));
        return { url: urlOf(name), main: mainCompany(size, Number(madeAt), "") };
      }
      const now = Date.now();
      const began = performance.now();
      process.stderr.write(`making ${size.tickets} tickets…`);
      const url = await fresh(name);
      const main = mainCompany(size, now, await hash(password));
      await loadCompanies(url, [main, ...others(size, now)]);
      await admin.unsafe(`comment on database ${name} is '${wanted} ${now}'`);
      process.stderr.write(` ${Math.round((performance.now() - began) / 1_000)} s\n`);
      return { url, main };
    },
    async drop(name: string) {
      await admin.unsafe(`drop database if exists ${name} with (force)`);
    },
    folder,
    async close() {
      await admin.end();
      await server.stop();
    },
  };
}

const mainCompany = (size: Size, now: number, passwordHash: string) =>
  company(1, "Loja", size.tickets, now, passwordHash);
const others = (size: Size, now: number) =>
  Array.from({ length: OTHERS }, (_, at) => company(at + 2, `Outra${at}`, size.tickets / 20, now, ""));

/** Hashes every file that determines the data set. */
function fingerprint(): string {
  const own = ["generate.ts", "random-text.ts", "load.ts"].map((name) => join(root, "proof/bench/data", name));
  const migrations = join(root, "db/migrations");
  const schema = readdirSync(migrations).filter((name) => name.endsWith(".sql"));
  const files = [...own, ...schema.sort().map((name) => join(migrations, name))];
  const sum = createHash("sha256");
  for (const file of files) sum.update(readFileSync(file));
  return sum.digest("hex").slice(0, 16);
}

/** Inserts each ticket's events: created, accepted within half an hour, closed. */
async function loadTimeline(client: postgres.Sql, { id }: Company): Promise<void> {
  await client`
    insert into ticket_events (company_id, id, ticket_id, type, user_id, at, seconds)
    select t.company_id, gen_random_uuid(), t.id, e.type, e.user_id, e.at, e.seconds
    from tickets t
    cross join lateral (select t.number % 30 * 60 as waited) w
    cross join lateral (values
      ('created', null::uuid, t.created_at, null::integer),
      ('accepted', t.user_id, t.created_at + make_interval(secs => w.waited), w.waited),
      ('closed', t.user_id, t.closed_at, greatest(0, extract(epoch from t.closed_at - t.created_at)::integer - w.waited))
    ) as e (type, user_id, at, seconds)
    where t.company_id = ${id} and e.at is not null and (t.status <> 'pending' or e.type = 'created')`;
}

/**
 * Fills a migrated database that is not the bench's own, with its triggers and indexes in place: on Citus the session's
 * settings do not reach the nodes. Returns the company of that size.
 */
export async function fillInPlace(url: string, size: Size): Promise<Company> {
  const now = Date.now();
  const main = mainCompany(size, now, await hash(password));
  await fillInPlaceWith(url, [main, ...others(size, now)]);
  return main;
}

export async function fillInPlaceWith(url: string, companies: Company[]): Promise<void> {
  const client = postgres(url, { max: 2, onnotice: () => {} });
  for (const one of companies) await loadCompany(client, one);
  // The rows were copied without the verbs that write the directory.
  await client.unsafe("select repair_company_keys()");
  await client.unsafe("vacuum analyze");
  await client.end();
}

/** Fills an empty database of one Postgres: without triggers, and with its large indexes built at the end. */
export async function loadCompanies(url: string, companies: Company[]): Promise<void> {
  const client = postgres(url, {
    max: 2,
    onnotice: () => {},
    connection: { session_replication_role: "replica" } as never,
  });
  await client.unsafe("set maintenance_work_mem = '512MB'");
  // Indexes are built once at the end, which is several times faster than row by row.
  const indexes = await client<{ name: string; definition: string }[]>`
    select i.indexname as name, i.indexdef as definition from pg_indexes i join pg_class c on c.relname = i.indexname
    where i.schemaname = 'public' and i.tablename in ('messages', 'tickets', 'contacts', 'contact_addresses')
      and not exists (select from pg_constraint where conindid = c.oid)`;
  for (const { name } of indexes) await client.unsafe(`drop index "${name}"`);
  for (const one of companies) await loadCompany(client, one);
  await client.begin(async (tx) => {
    await tx.unsafe("set local maintenance_work_mem = '512MB'");
    for (const { definition } of indexes) await tx.unsafe(definition);
  });
  // The rows were copied without the verbs that write the directory.
  await client.unsafe("select repair_company_keys()");
  await client.unsafe("vacuum analyze");
  await client.end();
}

async function loadCompany(client: postgres.Sql, one: Company): Promise<void> {
  for (const { table, columns, rows } of [...smallTables(one), ...contactTables(one)]) {
    const out = await copyInto(client, table, columns);
    for (const cells of rows()) await out.row(cells);
    await out.end();
  }
  await loadTickets(client, one);
  await loadTimeline(client, one);
}

async function loadTickets(client: postgres.Sql, of: Company): Promise<void> {
  const [tickets, messages] = await Promise.all([
    copyInto(client, "tickets", ticketColumns),
    copyInto(client, "messages", messageColumns),
  ]);
  for (let at = 0; at < of.count; at++) {
    const made = ticket(of, at);
    let last = { id: "", at: 0 };
    for (const message of messagesOf(of, made)) {
      last = message;
      await messages.row(message.cells);
    }
    await tickets.row(ticketCells(of, made, last));
  }
  // Where foreign keys are checked, the messages' tickets have to be committed first.
  await tickets.end();
  await messages.end();
}

async function copyInto(client: postgres.Sql, table: string, columns: string[]) {
  const out: Writable = await client.unsafe(`copy ${table} (${columns.join(",")}) from stdin`).writable();
  let text = "";
  return {
    async row(cells: Cell[]) {
      text += `${cells.map((cell) => (cell === null ? "\\N" : String(cell))).join("\t")}\n`;
      if (text.length < CHUNK) return;
      const hasRoom = out.write(text);
      text = "";
      if (!hasRoom) await once(out, "drain");
    },
    async end() {
      const done = once(out, "finish");
      out.end(text);
      await done;
    },
  };
}
