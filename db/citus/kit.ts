import { type ExecFileSyncOptions, execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { freePort, isFree } from "../embedded/free-port.ts";
import { applicationUrl } from "../index.ts";
import { forcePolicies } from "./force-policies.ts";

const kit = process.env.CITUS_KIT ?? new URL("../../../shared/citus", import.meta.url).pathname;
/** The user that the kit's Postgres clusters run as, and their programs (the kit's README). */
const SYSTEM_USER = "postgres";
const PG_CTL = "/usr/lib/postgresql/15/bin/pg_ctl";
const POSTGRES = "/usr/lib/postgresql/15/bin/postgres";
/** The first release of Postgres 15 that has the functions which the kit's library calls. */
const MIN_RELEASE = 20;
const PORT_ATTEMPTS = 20;
const START_ATTEMPTS = 40;

/** Returns why the Citus kit cannot be started here, in a sentence; null when it can. */
export function citusKitProblem(): string | null {
  if (!existsSync(join(kit, "up.sh"))) return `the Citus kit is not in ${kit} (CITUS_KIT)`;
  return process.getuid?.() === 0 ? null : "the Citus kit has to be started as root";
}

/** Installs the Postgres that the kit needs. Returns why the kit cannot be started; null when it can. */
export function prepareCitusKit(): string | null {
  const problem = citusKitProblem();
  if (problem) return problem;
  try {
    upgradePostgres();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export type CitusCluster = Awaited<ReturnType<typeof startCitusCluster>>;

export type CitusSize = {
  /** Nodes with rows. With 0 the database has no Citus: one plain Postgres with the same settings. */
  workers?: number;
  shards?: number;
  /** Commits are written before they are answered, so that a killed worker keeps them. */
  isDurable?: boolean;
  /** Shards can be moved between workers while they are written. */
  isMovable?: boolean;
};

/** Starts the kit's coordinator and workers in `folder`, with an empty database. */
export async function startCitusCluster(
  folder: string,
  { workers: count = 2, shards = 16, isDurable = false, isMovable = false }: CitusSize = {},
) {
  const first = await freePorts(count + 1);
  const ports = Array.from({ length: count + 1 }, (_, node) => first + node);
  const root = join(folder, "citus");
  const workers = ports.slice(1);
  const dataOf = (port: number) => join(root, `node${port - first}`);
  const pgCtl = (port: number, ...args: string[]) =>
    execFileSync("runuser", ["-u", SYSTEM_USER, "--", PG_CTL, "-D", dataOf(port), ...args], { stdio: "ignore" });
  upgradePostgres();
  const env = { ...process.env, WORKERS: String(count), SHARDS: String(shards) };
  // In a group of its own: Ctrl-C in a terminal must not end the nodes before the programs that use them.
  const { status, stdout } = spawnSync("setsid", ["--wait", "bash", join(kit, "up.sh"), root, String(first)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    env,
  });
  const ownerUrl = /^DATABASE_URL=(\S+)$/m.exec(stdout)?.[1];
  if (status !== 0 || !ownerUrl) throw new Error(`the Citus cluster of ${kit} did not start`);
  for (const port of ports) {
    if (isDurable) await keepAnsweredCommits(ownerUrl, port, isMovable);
    if (isMovable) pgCtl(port, "-l", join(root, "restarted.log"), "-w", "-m", "fast", "restart");
  }
  const coordinator = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  if (count === 0) await coordinator.unsafe("drop extension citus cascade");

  return {
    ownerUrl,
    url: applicationUrl(ownerUrl),
    /** The folder with the nodes' data: node0 is the coordinator. */
    root,
    /** The workers' ports. */
    workers,
    /** Returns the port of the worker with the company's rows. */
    async workerOf(companyId: string): Promise<number> {
      const [node] = await coordinator<{ port: number }[]>`
        select n.nodeport as port from pg_dist_placement p join pg_dist_node n using (groupid)
        where p.shardid = get_shard_id_for_distribution_column('companies', ${companyId}::uuid)`;
      if (!node) throw new Error(`no worker has company ${companyId}`);
      return node.port;
    },
    /** Moves the company's shard, with those of all tables, to the next worker while it is written. */
    async move(companyId: string): Promise<void> {
      const from = await this.workerOf(companyId);
      const to = workers[(workers.indexOf(from) + 1) % workers.length] ?? from;
      await forcePolicies(coordinator, false);
      try {
        await coordinator`
          select citus_move_shard_placement(get_shard_id_for_distribution_column('companies', ${companyId}::uuid),
            '127.0.0.1', ${from}, '127.0.0.1', ${to}, shard_transfer_mode => 'force_logical')`;
      } finally {
        await forcePolicies(coordinator, true);
      }
    },
    /** Returns the number of these companies in each shard that has one, and on each worker. */
    async spread(companyIds: string[]): Promise<{ shards: number[]; workers: number[] }> {
      const rows = await coordinator<{ shard: string; port: number }[]>`
        select p.shardid::text as shard, n.nodeport as port
        from unnest(${companyIds}::uuid[]) as c (id)
        join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('companies', c.id)
        join pg_dist_node n using (groupid)`;
      const counts = (keys: (string | number)[]) =>
        [...Map.groupBy(keys, (key) => key).values()].map((one) => one.length);
      return { shards: counts(rows.map(({ shard }) => shard)), workers: counts(rows.map(({ port }) => port)) };
    },
    /** Kills all processes of a worker, without a shutdown. */
    killWorker(port: number): void {
      const pid = Number(readFileSync(join(dataOf(port), "postmaster.pid"), "utf8").split("\n")[0]);
      process.kill(pid, "SIGKILL");
    },
    /** Starts a killed worker. Processes of the killed one may hold its memory for a moment. */
    async startWorker(port: number): Promise<void> {
      for (let attempt = 1; ; attempt++) {
        try {
          pgCtl(port, "-l", join(root, "restarted.log"), "-w", "-t", "60", "start");
          return;
        } catch (error) {
          if (attempt === START_ATTEMPTS) throw error;
          await pause(250);
        }
      }
    },
    async stop(): Promise<void> {
      await coordinator.end({ timeout: 5 });
      execFileSync("bash", [join(kit, "down.sh"), root, "--wipe"], { stdio: "ignore" });
    },
  };
}

/**
 * Writes each commit before it is answered, and completes commits over two nodes soon after a worker's return. A node
 * copies shards that are being written by logical replication, which needs a restart.
 */
async function keepAnsweredCommits(ownerUrl: string, port: number, isMovable: boolean): Promise<void> {
  const sql = postgres(Object.assign(new URL(ownerUrl), { port: String(port) }).href, { max: 1, onnotice: () => {} });
  await sql.unsafe("alter system set synchronous_commit = 'on'");
  await sql.unsafe("alter system set citus.recover_2pc_interval = '2s'");
  if (isMovable) await sql.unsafe("alter system set wal_level = 'logical'");
  await sql`select pg_reload_conf()`;
  await sql.end();
}

/** Installs the newest Postgres 15 of the distribution where an older one would not load the kit's library. */
function upgradePostgres(): void {
  if (!existsSync(POSTGRES)) return; // the kit installs it
  const release = /15\.(\d+)/.exec(execFileSync(POSTGRES, ["--version"], { encoding: "utf8" }))?.[1];
  if (Number(release) >= MIN_RELEASE) return;
  const options: ExecFileSyncOptions = {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  for (let attempt = 1; ; attempt++) {
    try {
      execFileSync("apt-get", [...patient, "update", "-qq"], options);
      execFileSync("apt-get", [...patient, "install", "-y", "-qq", "--only-upgrade", "postgresql-15"], options);
      return;
    } catch (error) {
      if (attempt === 2) throw new Error("Postgres 15 could not be upgraded for the Citus kit", { cause: error });
    }
  }
}

/** Waits for another run of apt, and repeats failed downloads. */
const patient = ["-o", "DPkg::Lock::Timeout=120", "-o", "Acquire::Retries=3"];

/** Returns the first of `count` free ports in a row. */
async function freePorts(count: number): Promise<number> {
  for (let attempt = 1; attempt <= PORT_ATTEMPTS; attempt++) {
    const first = await freePort();
    const rest = await Promise.all(Array.from({ length: count - 1 }, (_, at) => isFree(first + 1 + at)));
    if (rest.every(Boolean)) return first;
  }
  throw new Error(`no ${count} free ports in a row`);
}
