import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { applicationUrl, freePort } from "../../db/index.ts";

const kit = process.env.CITUS_KIT ?? new URL("../../../shared/citus", import.meta.url).pathname;
/** The user that the kit's Postgres clusters run as, and their programs (the kit's README). */
const SYSTEM_USER = "postgres";
const PG_CTL = "/usr/lib/postgresql/15/bin/pg_ctl";
const PORT_ATTEMPTS = 20;

/** Returns whether the Citus kit is on this machine. */
export const hasCitusKit = (): boolean => existsSync(join(kit, "up.sh"));

export type CitusCluster = Awaited<ReturnType<typeof startCitusCluster>>;

/**
 * Starts the kit's coordinator and two workers in `folder`, with an empty database. Commits are written before they
 * are answered, because a killed worker must keep them; the kit's own setting answers earlier.
 */
export async function startCitusCluster(folder: string) {
  const first = await threeFreePorts();
  const root = join(folder, "citus");
  const printed = execFileSync("bash", [join(kit, "up.sh"), root, String(first)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ownerUrl = printed.match(/^DATABASE_URL=(\S+)$/m)?.[1];
  if (!ownerUrl) throw new Error(`the Citus kit printed no address: ${printed}`);
  const workers = [first + 1, first + 2];
  for (const port of [first, ...workers]) await keepAnsweredCommits(ownerUrl, port);
  const pgCtl = (port: number, ...args: string[]) =>
    execFileSync("runuser", ["-u", SYSTEM_USER, "--", PG_CTL, "-D", dataOf(port), ...args], { stdio: "ignore" });
  const dataOf = (port: number) => join(root, `node${port - first}`);
  const coordinator = postgres(ownerUrl, { max: 1, onnotice: () => {} });

  return {
    ownerUrl,
    url: applicationUrl(ownerUrl),
    workers,
    /** Returns the port of the worker with the company's rows. */
    async workerOf(companyId: string): Promise<number> {
      const [node] = await coordinator<{ port: number }[]>`
        select p.nodeport as port from pg_dist_placement d join pg_dist_node p using (groupid)
        where d.shardid = get_shard_id_for_distribution_column('companies', ${companyId}::uuid)`;
      if (!node) throw new Error(`no worker has company ${companyId}`);
      return node.port;
    },
    /** Kills all processes of a worker at once, without a shutdown. */
    killWorker(port: number): void {
      const pid = Number(readFileSync(join(dataOf(port), "postmaster.pid"), "utf8").split("\n")[0]);
      process.kill(pid, "SIGKILL");
    },
    startWorker(port: number): void {
      // Children of a killed postmaster may hold its shared memory for a moment.
      for (let attempt = 1; ; attempt++) {
        try {
          pgCtl(port, "-l", join(root, "restarted.log"), "-w", "-t", "60", "start");
          return;
        } catch (error) {
          if (attempt === 40) throw error;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
        }
      }
    },
    async stop(): Promise<void> {
      await coordinator.end({ timeout: 5 });
      execFileSync("bash", [join(kit, "down.sh"), root, "--wipe"], { stdio: "ignore" });
    },
  };
}

/** Writes each commit before it is answered, and completes commits over two nodes soon after a worker's return. */
async function keepAnsweredCommits(ownerUrl: string, port: number): Promise<void> {
  const sql = postgres(Object.assign(new URL(ownerUrl), { port: String(port) }).href, { max: 1, onnotice: () => {} });
  await sql.unsafe("alter system set synchronous_commit = 'on'");
  await sql.unsafe("alter system set citus.recover_2pc_interval = '2s'");
  await sql`select pg_reload_conf()`;
  await sql.end();
}

async function threeFreePorts(): Promise<number> {
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
    const first = await freePort();
    const rest = await Promise.all([isFree(first + 1), isFree(first + 2)]);
    if (rest.every(Boolean)) return first;
  }
  throw new Error("no three free ports in a row");
}

const isFree = (port: number): Promise<boolean> =>
  import("node:net").then(
    ({ createServer }) =>
      new Promise((resolve) => {
        const server = createServer();
        server.once("error", () => resolve(false));
        server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
      }),
  );
