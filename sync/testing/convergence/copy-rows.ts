import { PassThrough } from "node:stream";
import { copyIn, copyOut, withOwner } from "../../../db/backup/copy.ts";
import { quoted } from "../../../db/backup/tables.ts";

/** Copies all rows and sequences from one migrated database into an empty one, like a dump. */
export async function copyRows(fromUrl: string, toUrl: string): Promise<void> {
  await withOwner(fromUrl, (from) =>
    withOwner(toUrl, async (to) => {
      await to.query("set session_replication_role = replica");
      const { rows: tables } = await from.query<{ name: string; columns: string[] }>(`
        select c.relname as name, array_agg(a.attname::text) as columns from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        group by c.relname`);
      await to.query(`truncate ${tables.map(({ name }) => quoted(name)).join(", ")}`);
      for (const { name, columns } of tables) {
        const list = columns.map(quoted).join(", ");
        const rows = new PassThrough();
        await Promise.all([
          copyOut(from, { name, select: `select ${list} from ${quoted(name)}` }, [], rows),
          copyIn(to, { name, target: `${quoted(name)} (${list})` }, rows, []),
        ]);
      }
      const { rows: sequences } = await from.query<{ name: string; last: string | null }>(`
        select sequencename as name, last_value as last from pg_sequences where schemaname = 'public'`);
      for (const { name, last } of sequences) if (last) await to.query("select setval($1, $2)", [name, last]);
    }),
  );
}
