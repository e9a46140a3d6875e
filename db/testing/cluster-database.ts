import postgres from "postgres";
import { hasCitus, planForValues } from "../citus/distribute.ts";
import { migrate } from "../migrate.ts";

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

const workersOf = (nodes: Node[]) => nodes.filter(({ isCoordinator }) => !isCoordinator);

/** Creates a database beside the one at `url`, on all nodes of its cluster. Returns its address. */
export async function createDatabase(url: string, name: string): Promise<string> {
  const sql = connect(url);
  const nodes = await nodesOf(sql);
  await sql.unsafe(`create database ${name}`);
  await sql.end();
  const created = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  for (const worker of workersOf(nodes)) {
    await run(at(url, worker, "postgres"), `create database ${name}`);
    await run(at(url, worker, name), "create extension citus");
  }
  const [coordinator] = nodes.filter(({ isCoordinator }) => isCoordinator);
  if (!coordinator) return created;
  await run(
    created,
    "create extension citus",
    `select citus_set_coordinator_host('${coordinator.nodename}', ${coordinator.nodeport})`,
    ...workersOf(nodes).map(({ nodename, nodeport }) => `select citus_add_node('${nodename}', ${nodeport})`),
  );
  return created;
}

const TEMPLATE = "migrated_template";

/** Makes a migrated database on all nodes that `copyTemplate` copies; nothing when there is one. */
export async function prepareTemplate(url: string): Promise<void> {
  const sql = connect(url);
  const nodes = await nodesOf(sql);
  const [known] = await sql`select from pg_database where datname = ${TEMPLATE}`;
  await sql.end();
  if (known) return;
  await migrate(await createDatabase(url, TEMPLATE));
  // A database with sessions cannot be copied.
  for (const node of nodes)
    await run(
      at(url, node, "postgres"),
      `alter database ${TEMPLATE} allow_connections false`,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${TEMPLATE}'`,
    );
}

/** Creates a migrated database on all nodes: migrating and distributing a new one takes ten times as long. */
export async function copyTemplate(url: string, name: string): Promise<string> {
  const sql = connect(url);
  const nodes = await nodesOf(sql);
  await sql.end();
  for (const node of nodes)
    await run(at(url, node, "postgres"), `create database ${name} template ${TEMPLATE} strategy file_copy`);
  const created = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  // The settings of a database are not copied.
  await run(created, planForValues(name), `revoke temporary on database ${name} from public`);
  return created;
}

/** Drops what `createDatabase` or `copyTemplate` created. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  const sql = connect(url);
  const nodes = await nodesOf(sql);
  await sql.end();
  for (const address of [url, ...workersOf(nodes).map((worker) => at(url, worker, "postgres"))])
    await dropOn(address, name);
}

const OBJECT_IN_USE = "55006";

/** On a busy machine a session may need longer to end than the five seconds for which `force` waits. */
async function dropOn(address: string, name: string, tries = 4): Promise<void> {
  try {
    await run(address, `drop database ${name} with (force)`);
  } catch (error) {
    const isInUse = error instanceof postgres.PostgresError && error.code === OBJECT_IN_USE;
    if (!isInUse || tries === 1) throw error;
    await dropOn(address, name, tries - 1);
  }
}
