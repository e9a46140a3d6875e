import { pipeline } from "node:stream/promises";
import postgres from "postgres";

/** Copies all rows and sequences from one migrated database into an empty one, like a dump. */
export async function copyRows(fromUrl: string, toUrl: string): Promise<void> {
  const [from, to] = [
    postgres(fromUrl, { max: 1 }),
    postgres(`${toUrl}?session_replication_role=replica`, { max: 1, onnotice: () => {} }),
  ];
  try {
    const tables = await from<{ name: string; columns: string[] }[]>`
      select c.relname as name, array_agg(a.attname::text) as columns from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      group by c.relname`;
    await to.unsafe(`truncate ${tables.map(({ name }) => `"${name}"`).join(", ")}`);
    for (const { name, columns } of tables) {
      const rows = await from`copy (select ${from(columns)} from ${from(name)}) to stdout`.readable();
      await pipeline(rows, await to`copy ${to(name)} (${to(columns)}) from stdin`.writable());
    }
    const sequences = await from<{ name: string; last: string | null }[]>`
      select sequencename as name, last_value as last from pg_sequences where schemaname = 'public'`;
    for (const { name, last } of sequences) if (last) await to`select setval(${name}, ${last})`;
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
}
