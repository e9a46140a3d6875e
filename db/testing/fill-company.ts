import { randomUUID } from "node:crypto";
import type postgres from "postgres";

type Column = { name: string; type: string; labels: string[]; isList: boolean; check: string | null };
type Reference = { table: string; columns: string[]; parentColumns: string[] };
type Table = { name: string; columns: Column[]; references: Reference[] };
type Row = Record<string, unknown>;

/** Every table with a company, referenced tables first, from the catalogue. */
async function companyTables(sql: postgres.Sql): Promise<Table[]> {
  const found = await sql<Table[]>`
    select c.relname as name,
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', coalesce(e.typname, t.typname), 'isList', e.oid is not null,
          'labels', (select coalesce(jsonb_agg(l.enumlabel order by l.enumsortorder), '[]') from pg_enum l where l.enumtypid = coalesce(e.oid, t.oid)),
          'check', (select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1)) order by a.attnum)
        from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = '') as columns,
      (select coalesce(jsonb_agg(jsonb_build_object('table', k.confrelid::regclass::text,
          'columns', (select jsonb_agg(a.attname order by u.i) from unnest(k.conkey) with ordinality u(n, i) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n),
          'parentColumns', (select jsonb_agg(a.attname order by u.i) from unnest(k.confkey) with ordinality u(n, i) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n))), '[]')
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') as "references"
    from pg_class c join pg_attribute own on own.attrelid = c.oid and own.attname = 'company_id' and not own.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1`;
  const ordered: Table[] = [];
  const left = new Map(found.map((table) => [table.name, table]));
  while (left.size > 0) {
    const free = [...left.values()].filter(
      (table) => !table.references.some((one) => one.table !== table.name && left.has(one.table)),
    );
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...left.keys()]}`);
    for (const table of free) {
      left.delete(table.name);
      ordered.push(table);
    }
  }
  return ordered;
}

/** A value of the column's type that meets its check. Texts and documents contain the company's id, to be searched for. */
function generated({ type, labels, isList, check }: Column, companyId: string): unknown {
  const [, listed] = /ARRAY\['([^']+)'/.exec(check ?? "") ?? [];
  if (listed !== undefined) return listed;
  if (isList) return [];
  if (labels.length > 0) return labels[0];
  if (type === "uuid") return randomUUID();
  if (type === "bool") return false;
  if (/^(int|float|numeric)/.test(type)) return 1;
  if (type === "jsonb" || type === "json") return { companyId };
  if (type === "bytea") return Buffer.from(companyId);
  if (type === "timestamptz") return new Date();
  if (type === "date") return "2026-05-04";
  return `${companyId} ${randomUUID()}`;
}

/** Inserts one row into every company-owned table, as the owner. Returns the names of the tables. */
export async function fillCompany(sql: postgres.Sql, companyId: string): Promise<string[]> {
  // A row of the platform that a row of the company refers to. It is inactive: no other test's devices receive it.
  const announcement = { id: randomUUID(), title: "Manutenção", text: "Domingo.", is_active: false };
  await sql`insert into announcements ${sql(announcement)}`;
  const rows = new Map<string, Row>([["announcements", announcement]]);
  const tables = await companyTables(sql);
  for (const { name, columns, references } of tables) {
    const row: Row = Object.fromEntries(columns.map((column) => [column.name, generated(column, companyId)]));
    row.company_id = companyId;
    for (const { table, columns: own, parentColumns } of references)
      for (const [place, column] of own.entries()) {
        // A row that refers to its own table refers to itself.
        const parent = table === name ? row : rows.get(table);
        row[column] = parent?.[parentColumns[place] ?? ""] ?? null;
      }
    const prepared = Object.fromEntries(
      columns.map((column) => {
        const value = row[column.name];
        return [column.name, /^jsonb?$/.test(column.type) && value ? sql.json(value as postgres.JSONValue) : value];
      }),
    );
    try {
      await sql`insert into ${sql(name)} ${sql(prepared as never)}`;
    } catch (error) {
      throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
    }
    rows.set(name, row);
  }
  return tables.map(({ name }) => name);
}
