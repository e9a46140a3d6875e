import postgres from "postgres";
import { hasCitus } from "../citus/distribute.ts";

type Node = { nodename: string; nodeport: number; isCoordinator: boolean };

const connect = (url: string) => postgres(url, { max: 1, onnotice: () => {} });

/** The addresses of the same database on each node of a Citus cluster, the coordinator first; on one Postgres its own. */
async function nodesOf(sql: postgres.Sql): Promise<Node[]> {
  if (!(await hasCitus(sql))) return [];
  return sql<Node[]>`select nodename, nodeport, groupid = 0 as "isCoordinator" from pg_dist_node order by groupid`;
}

const at = (url: string, { nodename, nodeport }: Node, name: string) =>
  Object.assign(new URL(url), { host: `${nodename}:${nodeport}`, pathname: `/${name}` }).href;

async function run(url: string, ...statements: string[]): Promise<void> {
  const sql = connect(url);
  try {
    for (const statement of statements) await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

/** Creates a database beside the one at `url`, on all nodes of its cluster. Returns its address. */
export async function createDatabase(url: string, name: string): Promise<string> {
  const sql = connect(url);
  const nodes = await nodesOf(sql);
  await sql.unsafe(`create database ${name}`);
  await sql.end();
  const created = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const workers = nodes.filter(({ isCoordinator }) => !isCoordinator);
  for (const worker of workers) {
    await run(at(url, worker, "postgres"), `create database ${name}`);
    await run(at(url, worker, name), "create extension citus");
  }
  const [coordinator] = nodes.filter(({ isCoordinator }) => isCoordinator);
  if (!coordinator) return created;
  await run(
    created,
    "create extension citus",
    `select citus_set_coordinator_host('${coordinator.nodename}', ${coordinator.nodeport})`,
    ...workers.map(({ nodename, nodeport }) => `select citus_add_node('${nodename}', ${nodeport})`),
  );
  return created;
}

/** Drops what `createDatabase` created. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  const sql = connect(url);
  const nodes = await nodesOf(sql);
  await sql.unsafe(`drop database ${name} with (force)`);
  await sql.end();
  for (const node of nodes.filter(({ isCoordinator }) => !isCoordinator))
    await run(at(url, node, "postgres"), `drop database ${name} with (force)`);
}
