import postgres from "postgres";
import { quoted, tablesToKeep } from "../../../db/backup/tables.ts";
import type { FileStore } from "../../../outside/file-store/index.ts";
import { hashOf } from "../../../outside/file-store/index.ts";

/** Each table with the number and the hash of its rows, each file with its hash. */
export type DeskState = Map<string, string>;

/** A restore advances the clocks and gives the leases back; devices boot again. */
const changedByRestore = ["public.clocks", "public.connection_leases"];

/** Reads every row that a backup keeps. */
export async function rowsOf(ownerUrl: string, left: string[] = []): Promise<DeskState> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {}, connection: { TimeZone: "UTC" } });
  try {
    const state: DeskState = new Map();
    for (const { name } of await tablesToKeep(sql)) {
      if ([...changedByRestore, ...left].includes(name)) continue;
      const [found] = await sql.unsafe<{ rows: string; sum: string }[]>(`
        select count(*) as rows, coalesce(md5(string_agg(sum, '' order by sum)), '') as sum
        from (select md5(to_jsonb(t)::text) as sum from ${quoted(name)} t) as of_rows`);
      state.set(name, `${found?.rows} rows, ${found?.sum}`);
    }
    return state;
  } finally {
    await sql.end();
  }
}

/** Reads every byte of every file. */
export async function filesOf(store: FileStore): Promise<DeskState> {
  const state: DeskState = new Map();
  for (const companyId of await store.companies())
    for (const { id } of await store.list(companyId))
      state.set(`file ${companyId}/${id}`, await hashOf(store, companyId, id));
  return state;
}

/** Names the tables and files that are not the same in both. */
export const differences = (one: DeskState, other: DeskState): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name));

export const countRows = (state: DeskState): number =>
  [...state.values()].reduce((sum, text) => sum + Number(/^(\d+) rows/.exec(text)?.[1] ?? 0), 0);
