import type { Statements } from "../driver/statements.ts";

/** A table in a backup. `pgboss.job` is included for its unfinished jobs. */
export type Table = { name: string; columns: string[]; rows: number };

/**
 * The change log is left out: its revisions belong to the old database, and devices boot again after a restore. So is the
 * plan of backups, which describes those of the old database.
 */
const left = ["changes", "unnumbered_changes", "backup_plan"];
const JOBS = "pgboss.job";

/** Lists the tables of a backup, referenced tables first. */
export async function tablesToKeep(sql: Statements): Promise<Omit<Table, "rows">[]> {
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

/** Returns the SELECT of a table. For jobs it selects only unfinished ones. */
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
