import type postgres from "postgres";
import { placesOnCluster } from "../directory/places-on-cluster.ts";
import type { Watch } from "../operation/silence.ts";

/** A table as the catalogue describes it; `needs` are the tables that its foreign keys refer to. */
export type TableOfCatalogue = { name: string; isOwned: boolean; isDistributed: boolean; needs: string[] };
/** How Citus places a table: by a column of it, or as a copy on each node. */
export type Placement = { name: string; column: string | null };

const COMPANIES = "companies";

/**
 * Settings of an owner's session that changes tables; one Postgres keeps them without a meaning. A table that all nodes
 * have a copy of takes no others with it, and tables that refer to it are changed over one connection per node.
 */
export const ownerSettings = {
  "citus.enable_local_reference_table_foreign_keys": "off",
  "citus.multi_shard_modify_mode": "sequential",
};

/** Settings that a remark on a function (COMMENT ON FUNCTION) gives it. */
const allowances = {
  "over all companies": "citus.multi_task_query_log_level = off",
  "within a shard": "citus.allow_nested_distributed_execution = on",
};

export async function hasCitus(owner: postgres.ISql): Promise<boolean> {
  const [found] = await owner`select from pg_extension where extname = 'citus'`;
  return found !== undefined;
}

/**
 * Distributes each table of a company by its company over the nodes of Citus, and copies tables that those refer to
 * onto each node. Tables that are distributed already stay as they are. Returns the names of the new ones.
 * `owner` has `ownerSettings`.
 */
export async function distribute(owner: postgres.Sql, { onStep }: Watch = {}): Promise<string[]> {
  const placements = placementsOf(await readCatalogue(owner));
  for (const [done, placement] of placements.entries()) {
    onStep?.({ name: placement.name, done, total: placements.length });
    await place(owner, placement).catch((cause: Error) => {
      throw new Error(`${placement.name}: ${cause.message}`, { cause });
    });
  }
  await owner.unsafe(placesOnCluster);
  await owner.begin(copyFunctions);
  await setMarkedFunctions(owner);
  const [database] = await owner<{ name: string }[]>`select quote_ident(current_database()) as name`;
  await owner.unsafe(planForValues(database?.name ?? ""));
  await letTheApplicationSignIn(owner);
  return placements.map(({ name }) => name);
}

/** Orders the tables that are still to be placed, each after those that it refers to. */
export function placementsOf(tables: TableOfCatalogue[]): Placement[] {
  const owned = new Set(tables.filter(({ isOwned }) => isOwned).map(({ name }) => name));
  const shared = new Set(tables.filter(({ name }) => owned.has(name)).flatMap(({ needs }) => needs));
  const open = tables.filter(({ name, isDistributed }) => !isDistributed && (owned.has(name) || shared.has(name)));
  const remaining = new Map(open.map((table) => [table.name, table]));
  const placements: Placement[] = [];
  // Other tables are placed beside the companies.
  const isFree = ({ name, isOwned, needs }: TableOfCatalogue) =>
    ![...needs, ...(isOwned && name !== COMPANIES ? [COMPANIES] : [])].some(
      (other) => other !== name && remaining.has(other),
    );
  while (remaining.size > 0) {
    const free = [...remaining.values()].filter(isFree);
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...remaining.keys()]}`);
    for (const { name, isOwned } of free) {
      remaining.delete(name);
      placements.push({ name, column: isOwned ? (name === COMPANIES ? "id" : "company_id") : null });
    }
  }
  return placements;
}

async function readCatalogue(owner: postgres.ISql): Promise<TableOfCatalogue[]> {
  return owner<TableOfCatalogue[]>`
    select c.relname as name,
      c.relname = ${COMPANIES} or exists (select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped) as "isOwned",
      exists (select from pg_dist_partition p where p.logicalrelid = c.oid) as "isDistributed",
      array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f') as needs
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and obj_description(c.oid, 'pg_class') is distinct from 'on the coordinator'
    order by c.relname`;
}

/**
 * Rows are copied to their nodes by COPY, which is not allowed under row-level security. They are no changes: triggers
 * of the new shards would call functions that are not on the nodes yet. Only a table with rows needs the right to set
 * `session_replication_role`.
 */
async function place(owner: postgres.Sql, { name, column }: Placement): Promise<void> {
  await owner.begin(async (sql) => {
    const [moved] = await sql<{ hasRows: boolean }[]>`select exists (select from ${sql(name)}) as "hasRows"`;
    if (moved?.hasRows) {
      await shareSettings(sql);
      await sql.unsafe("set local session_replication_role = 'replica'");
    }
    const [table] = await sql<{ isForced: boolean; rls: string[] }[]>`
      select relforcerowsecurity as "isForced" from pg_class where oid = ${`public.${name}`}::regclass`;
    if (table?.isForced) await sql.unsafe(`alter table ${name} no force row level security`);
    if (column === null) await sql`select create_reference_table(${name})`;
    else if (name === COMPANIES) await sql`select create_distributed_table(${name}, ${column})`;
    else await sql`select create_distributed_table(${name}, ${column}, colocate_with => ${COMPANIES})`;
    if (table?.isForced) await sql.unsafe(`alter table ${name} force row level security`);
  });
}

/** From now on the settings of this transaction are also those of the nodes. */
const shareSettings = (sql: postgres.ISql) => sql.unsafe("set local citus.propagate_set_commands = 'local'");

/**
 * Copies the functions that triggers call onto each node: only those that a trigger names itself go with its table. A
 * function of the row type of a table that stays on the coordinator stays there, too. A body may name what comes later,
 * or stays on the coordinator.
 */
async function copyFunctions(owner: postgres.ISql): Promise<void> {
  await shareSettings(owner);
  await owner.unsafe("set local check_function_bodies = off");
  await owner`
    select create_distributed_function(p.oid::regprocedure) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      and not exists (select from pg_catalog.pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
      and not exists (select from pg_depend d join pg_type t on d.refclassid = 'pg_type'::regclass and t.oid = d.refobjid
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and t.typrelid <> 0
          and not exists (select from pg_dist_partition where logicalrelid = t.typrelid))`;
}

async function setMarkedFunctions(owner: postgres.ISql): Promise<void> {
  for (const [remark, allowed] of Object.entries(allowances)) {
    const functions = await owner<{ signature: string }[]>`
      select p.oid::regprocedure::text as signature from pg_proc p
      where p.pronamespace = 'public'::regnamespace and obj_description(p.oid, 'pg_proc') = ${remark}
        and not coalesce(p.proconfig @> array[${allowed.replaceAll(" ", "")}], false)`;
    for (const { signature } of functions) await owner.unsafe(`alter function ${signature} set ${allowed}`);
  }
}

/**
 * A prepared statement whose plan is made without its values does not know the company: one that changes rows by another
 * table would then go to all nodes.
 */
export const planForValues = (database: string): string =>
  `alter database ${database} set plan_cache_mode = force_custom_plan`;

/** The coordinator signs in on the other nodes as the role that asks. */
async function letTheApplicationSignIn(owner: postgres.ISql): Promise<void> {
  const [role] = await owner`select from pg_roles where rolname = 'balcao_app' and not rolcanlogin`;
  if (role) await owner.unsafe("alter role balcao_app login");
}
