import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import postgres from "postgres";
import { citusKitProblem, startCitusCluster } from "../../../db/citus/kit.ts";
import { applicationUrl, migrate, restoreBackup, writeBackup } from "../../../db/index.ts";
import { fillRealDesk } from "../data/real-desk.ts";
import type { BenchEnvironment } from "../environment.ts";
import { type Figure, figure, median, quantile, timed } from "../figures.ts";
import { keepAlive } from "../http-client.ts";
import type { Row } from "./index.ts";

/** Tables alone: files are copied by the disk. */
const size = { tickets: 10_000, fileBytes: 0, keysEach: 800 };
const RUNS = 5;
/** Requests of a turn: they take about as long as a backup of this desk. */
const SAMPLES = 600;
/** The least speed in relation to the tools of Postgres, and the most that requests may be slowed. */
const MIN_SPEED = 0.7;
const MAX_SLOWED = 1.2;
const noFiles = { copyTo: async () => 0, copyFrom: async () => 0, holdsOnly: async () => true };
const backupProgram = new URL("../../../bin/backup.ts", import.meta.url).pathname;

/** `fresh` creates a database, which the bench's own server migrates. */
type Server = { fresh(name: string): Promise<string>; stop(): Promise<void> };
/** Postgres' own tools, or statements in their place. */
type Tools = {
  backsUpBy: string;
  restoresBy: string;
  dump(url: string, file: string): Promise<unknown>;
  restore(url: string, file: string): Promise<unknown>;
};

async function measure(environment: BenchEnvironment): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "balcao-bench-backup-"));
  chmodSync(folder, 0o755); // Postgres runs as a user of its own
  const { server, tools } = await openServer(environment, folder);
  try {
    const ownerUrl = await server.fresh("bench_desk");
    await migrate(ownerUrl, applicationUrl(ownerUrl));
    await fillRealDesk(ownerUrl, { put: async () => {} }, size);
    return [
      ...(await measureSpeed(server, tools, ownerUrl, folder)),
      await measureMeanwhile(environment, ownerUrl, folder),
    ];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `pg_dump` refuses a server newer than itself: the kit's Postgres 15 is taken when only that one has its tools here. */
async function openServer(environment: BenchEnvironment, folder: string): Promise<{ server: Server; tools: Tools }> {
  const { cluster } = environment;
  const embeddedUrl = await cluster.fresh("bench_desk");
  const version = toolVersion();
  if (version !== null && version === (await serverVersion(embeddedUrl)))
    return { server: embedded(cluster), tools: ownTools(version) };
  if (version === 15 && citusKitProblem() === null) {
    await cluster.drop("bench_desk");
    return { server: await openKit(folder), tools: ownTools(version) };
  }
  return { server: embedded(cluster), tools: statements };
}

function embedded({ fresh, drop }: BenchEnvironment["cluster"]): Server {
  const made = new Set<string>();
  return {
    fresh(name) {
      made.add(name);
      return fresh(name);
    },
    async stop() {
      for (const name of made) await drop(name);
    },
  };
}

async function openKit(folder: string): Promise<Server> {
  const kit = await startCitusCluster(join(folder, "kit"), { workers: 0 });
  return {
    async fresh(name) {
      const admin = postgres(kit.ownerUrl, { max: 1, onnotice: () => {} });
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.unsafe(`create database ${name}`);
      await admin.end();
      return Object.assign(new URL(kit.ownerUrl), { pathname: `/${name}` }).href;
    },
    stop: () => kit.stop(),
  };
}

/** The major version of the tools of Postgres on this machine; null when there are none. */
function toolVersion(): number | null {
  try {
    return Number(/(\d+)\./.exec(execFileSync("pg_dump", ["--version"], { encoding: "utf8" }))?.[1]);
  } catch {
    return null; // they are not installed
  }
}

async function serverVersion(url: string): Promise<number> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const [row] = await sql<{ number: number }[]>`select current_setting('server_version_num')::int / 10000 as number`;
  await sql.end();
  return row?.number ?? 0;
}

const ownTools = (version: number): Tools => ({
  backsUpBy: `pg_dump -Fc of Postgres ${version}`,
  restoresBy: `pg_restore of Postgres ${version}`,
  dump: (url, file) => run("pg_dump", ["-Fc", "-f", file, url]),
  restore: (url, file) => run("pg_restore", ["-d", url, file]),
});

function run(program: string, args: string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: "ignore" });
    child.once("error", fail);
    child.once("exit", (code) => (code === 0 ? done() : fail(new Error(`${program} ended with ${code}`))));
  });
}

/** What COPY alone does: no compression, no disk, and into tables without triggers. */
const statements: Tools = {
  backsUpBy: "COPY TO STDOUT into nothing, because there is no pg_dump of the server's version",
  restoresBy: "COPY from one database into another, because there is no pg_restore of the server's version",
  dump: (url) => copyAll(url, null),
  restore: (url, from) => copyAll(from, url),
};

/** Copies all tables into nothing, or into a migrated database. */
async function copyAll(from: string, to: string | null): Promise<void> {
  const source = await connected(from);
  const target = to === null ? null : await connected(to);
  try {
    await target?.query("set session_replication_role = replica");
    const { rows: tables } = await source.query<{ name: string; columns: string }>(`
      select c.oid::regclass::text as name, (select string_agg(quote_ident(attname), ', ' order by attnum)
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition order by 1`);
    for (const { name, columns } of tables) {
      const into = target
        ? target.query(copyFrom(`copy ${name} (${columns}) from stdin`))
        : new Writable({ write: (_chunk, _encoding, done) => done() });
      await pipeline(source.query(copyTo(`copy ${name} (${columns}) to stdout`)), into);
    }
  } finally {
    await Promise.all([source.end(), target?.end()]);
  }
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/** Backs up and restores in turns with the tools. */
async function measureSpeed(server: Server, tools: Tools, ownerUrl: string, folder: string): Promise<Figure[]> {
  const [ours, theirs, restored, restoredByTools]: number[][] = [[], [], [], []];
  const [backup, dump] = [join(folder, "backup"), join(folder, "dump")];
  const isByStatements = tools === statements;
  for (let at = 0; at < RUNS; at += 1) {
    rmSync(backup, { recursive: true, force: true });
    ours?.push(await timed(() => writeBackup({ ownerUrl, files: noFiles }, backup)));
    rmSync(dump, { force: true });
    theirs?.push(await timed(() => tools.dump(ownerUrl, dump)));
    const mine = await server.fresh("bench_restored");
    restored?.push(await timed(() => restoreBackup(backup, { ownerUrl: mine, files: noFiles })));
    const other = await server.fresh("bench_restored");
    restoredByTools?.push(await timed(() => tools.restore(other, isByStatements ? ownerUrl : dump)));
  }
  return [
    compared("backup-10k", ours ?? [], theirs ?? [], tools.backsUpBy),
    compared("restore-10k", restored ?? [], restoredByTools ?? [], tools.restoresBy),
  ];
}

function compared(name: string, ours: number[], theirs: number[], against: string): Figure {
  const [value, againstValue] = [median(ours) / 1_000, median(theirs) / 1_000];
  const target = Math.round((againstValue / MIN_SPEED) * 100) / 100;
  return figure({ name, value, p95: Math.max(...ours) / 1_000, unit: "s", target, against, againstValue });
}

/** The p95 of an agent's list of tickets while backups run as a process of their own, in turns with none. */
async function measureMeanwhile(environment: BenchEnvironment, ownerUrl: string, folder: string): Promise<Figure> {
  const api = await environment.startApi(ownerUrl);
  const http = keepAlive(api.url, await api.signIn("user0@atacado.example"));
  const path = "/tickets?status=open&showAll=true";
  const [alone, meanwhile]: [number[], number[]] = [[], []];
  try {
    for (let at = 0; at < SAMPLES / 4; at += 1) await http.get(path);
    for (let at = 0; at < RUNS; at += 1) {
      for (let sample = 0; sample < SAMPLES; sample += 1) alone.push(await timed(() => http.get(path)));
      const backups = keepBackingUp(ownerUrl, join(folder, "meanwhile"));
      for (let sample = 0; sample < SAMPLES; sample += 1) meanwhile.push(await timed(() => http.get(path)));
      await backups.stop();
    }
  } finally {
    http.close();
    await api.program.stop();
  }
  const [value, againstValue] = [quantile(meanwhile, 0.95), quantile(alone, 0.95)];
  const target = Math.round(againstValue * MAX_SLOWED * 100) / 100;
  const against = "the same p95 without a backup";
  return figure({ name: "backup-meanwhile", value, p95: value, unit: "ms p95", target, against, againstValue });
}

/** Runs one backup after another until it is stopped. */
function keepBackingUp(ownerUrl: string, folder: string) {
  let [isOver, child]: [boolean, ChildProcess | null] = [false, null];
  const running = (async () => {
    for (let at = 0; !isOver; at += 1) {
      const env = { PATH: process.env.PATH ?? "", DATABASE_OWNER_URL: ownerUrl, DATA_DIR: join(folder, "data") };
      child = spawn(process.execPath, [backupProgram, join(folder, String(at))], { env, stdio: "ignore" });
      await new Promise((done) => child?.once("exit", done));
    }
    rmSync(folder, { recursive: true, force: true });
  })();
  return {
    async stop() {
      isOver = true;
      child?.kill("SIGTERM");
      await running;
    },
  };
}

const gives = ["backup-10k", "restore-10k", "backup-meanwhile"];
export const rows: Row[] = [{ name: "backup", gives, measure }];
