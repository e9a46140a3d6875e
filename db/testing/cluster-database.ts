import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import postgres from "postgres";
import { hasCitus, planForValues } from "../citus/distribute.ts";
import { migrate } from "../operation/migrate.ts";

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

/** The template's name has a hash of the migrations, because a server that is kept may have the template of another commit. */
const migrations = readFileSync(new URL("../migrations/meta/_journal.json", import.meta.url));
const TEMPLATE = `migrated_${createHash("sha256").update(migrations).digest("hex").slice(0, 8)}`;
/** An arbitrary advisory-lock key: two test files that start at once make one template. */
const TEMPLATE_LOCK = 7_202_612;

/** The maintenance databases of the servers on which a database is created: of each node, or of the one Postgres. */
const serversOf = (url: string, nodes: Node[]): string[] =>
  nodes.length === 0
    ? [Object.assign(new URL(url), { pathname: "/postgres" }).href]
    : nodes.map((node) => at(url, node, "postgres"));

/** Makes a migrated database on all nodes that `copyTemplate` copies; nothing when there is one. */
async function prepareTemplate(url: string): Promise<void> {
  const sql = connect(url);
  try {
    await sql`select pg_advisory_lock(${TEMPLATE_LOCK})`;
    const nodes = await nodesOf(sql);
    const [known] = await sql`select datallowconn as "isUnfinished" from pg_database where datname = ${TEMPLATE}`;
    if (known && !known.isUnfinished) return;
    if (known) await dropDatabase(url, TEMPLATE);
    await migrate(await createDatabase(url, TEMPLATE));
    await closeTemplate(url, nodes);
  } finally {
    await sql.end();
  }
}

/** A database with sessions cannot be copied. */
async function closeTemplate(url: string, nodes: Node[]): Promise<void> {
  for (const server of serversOf(url, nodes))
    await run(
      server,
      `alter database ${TEMPLATE} allow_connections false`,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${TEMPLATE}'`,
    );
}

/** Makes the template of the migrated database at `url`, which must have no sessions; on one Postgres only. */
export async function templateFrom(url: string): Promise<void> {
  const [server = ""] = serversOf(url, []);
  await run(
    server,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${new URL(url).pathname.slice(1)}'`,
    `create database ${TEMPLATE} template ${new URL(url).pathname.slice(1)}`,
  );
  await closeTemplate(url, []);
}

/** Creates a migrated database on all nodes: migrating, and distributing, a new one takes ten times as long. */
export async function copyTemplate(url: string, name: string): Promise<string> {
  await prepareTemplate(url);
  const sql = connect(url);
  const nodes = await nodesOf(sql);
  await sql.end();
  // On several nodes the files are copied: the write-ahead log of three servers would be on one disk.
  const strategy = nodes.length > 0 ? "strategy file_copy" : "";
  for (const server of serversOf(url, nodes))
    await run(server, `create database ${name} template ${TEMPLATE} ${strategy}`);
  const created = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  // The settings of a database are not copied.
  await run(created, `revoke temporary on database ${name} from public`);
  if (nodes.length > 0) await run(created, planForValues(name));
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
