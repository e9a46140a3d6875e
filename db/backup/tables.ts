import type postgres from "postgres";

/** A table as a backup names it. `pgboss.job` is there for the jobs that are still to be done. */
export type Table = { name: string; columns: string[]; rows: number };

/** The log goes with the epoch of the database it was written in: devices boot again after a restore. */
const left = ["changes"];
const JOBS = "pgboss.job";

/** The tables whose rows make the desk, those that others refer to first. */
export async function tablesToKeep(sql: postgres.ISql): Promise<Omit<Table, "rows">[]> {
  const found = await sql<{ name: string; columns: string[]; needs: string[] }[]>`
    select n.nspname || '.' || c.relname as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and a.attgenerated = '' order by a.attnum) as columns,
      array(select distinct fn.nspname || '.' || f.relname from pg_constraint k join pg_class f on f.oid = k.confrelid
            join pg_namespace fn on fn.oid = f.relnamespace where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all (${left})
      and (n.nspname = 'public' or n.nspname || '.' || c.relname = ${JOBS})
    order by 1`;
  const kept: Omit<Table, "rows">[] = [];
  const remaining = new Map(found.map((table) => [table.name, table]));
  while (remaining.size > 0) {
    const free = [...remaining.values()].filter(({ needs }) => !needs.some((name) => remaining.has(name)));
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...remaining.keys()]}`);
    for (const { name, columns } of free) {
      remaining.delete(name);
      kept.push({ name, columns });
    }
  }
  return kept;
}

/** Only what is still to be done of the jobs. */
export function selectOf({ name, columns }: Omit<Table, "rows">): string {
  const list = columns.map((column) => `"${column}"`).join(", ");
  const open = name === JOBS ? " where state in ('created', 'retry', 'active')" : "";
  return `select ${list} from ${quoted(name)}${open}`;
}

export const quoted = (name: string) =>
  name
    .split(".")
    .map((part) => `"${part}"`)
    .join(".");
