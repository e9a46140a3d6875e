import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type postgres from "postgres";
import { retryWhileLocked } from "../driver/retry-while-locked.ts";
import type { Watch } from "./silence.ts";

const folder = new URL("../functions", import.meta.url).pathname;

type Trigger = { name: string; table: string; statement: string };

/** The content of a file in `db/functions`: functions of one name with their rights and remarks, and their triggers. */
export type FunctionFile = {
  /** The name of the functions and of the file. */
  name: string;
  /** The statements without those of the triggers. */
  functions: string;
  /** Of `functions`, in hexadecimal. */
  hash: string;
  triggers: Trigger[];
};

const trigger = /^CREATE TRIGGER (\w+)[^;]*? ON (\w+)[^;]*;\n?/gm;

export function readFunctionFile(name: string, content: string): FunctionFile {
  const triggers = [...content.matchAll(trigger)].map(([statement, own = "", table = ""]) => ({
    name: own,
    table,
    statement: statement.trim(),
  }));
  const functions = content.replace(trigger, "").trim();
  return { name, functions, hash: createHash("sha256").update(functions).digest("hex").slice(0, 16), triggers };
}

/** Reads all files of `db/functions`, in the order of their names. */
export const readFunctionFiles = (): FunctionFile[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => readFunctionFile(file.slice(0, -".sql".length), readFileSync(`${folder}/${file}`, "utf8")));

/** The functions of this code as the database names them: "name hash". */
export const wantedFunctions = (): string[] => readFunctionFiles().map(({ name, hash }) => `${name} ${hash}`);

/**
 * Creates or replaces the functions whose text was never applied to this database, and creates the triggers that it does
 * not have. The text of a newer version stays when an older one runs. `owner` holds the lock of a migration. Returns the
 * names of the replaced functions.
 */
export async function applyFunctions(
  owner: postgres.Sql,
  { onStep }: Watch = {},
  files = readFunctionFiles(),
): Promise<string[]> {
  await owner.unsafe(`create table if not exists drizzle.applied_functions (
    name text not null, hash text not null, applied_at timestamptz not null default now(), primary key (name, hash))`);
  const applied = await owner<{ name: string; hash: string }[]>`select name, hash from drizzle.applied_functions`;
  const known = new Set(applied.map(({ name, hash }) => `${name} ${hash}`));
  const open = files.filter(({ name, hash }) => !known.has(`${name} ${hash}`));
  if (open.length > 0) await retryWhileLocked(() => owner.begin((sql) => replaceAll(sql, open)));

  const present = await owner<{ name: string; table: string }[]>`
    select t.tgname as name, c.relname as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`;
  const places = new Set(present.map(({ name, table }) => `${name} ${table}`));
  const missing = files
    .flatMap(({ triggers }) => triggers)
    .filter(({ name, table }) => !places.has(`${name} ${table}`));
  for (const { name, table, statement } of missing) {
    onStep?.({ name: `trigger ${name} of ${table}` });
    await retryWhileLocked(() => owner.unsafe(statement));
  }
  return open.map(({ name }) => name);

  async function replaceAll(sql: postgres.TransactionSql, changed: FunctionFile[]): Promise<void> {
    // A body may name a function that comes later.
    await sql.unsafe("set local check_function_bodies = off");
    for (const [done, { name, functions, hash }] of changed.entries()) {
      onStep?.({ name: `function ${name}`, done, total: changed.length });
      await sql.unsafe(functions).catch((cause: Error) => {
        throw Object.assign(new Error(`db/functions/${name}.sql: ${cause.message}`, { cause }), { ...cause });
      });
      await sql`insert into drizzle.applied_functions (name, hash) values (${name}, ${hash})`;
    }
    // Replaced functions of the owner are protected before other transactions see them.
    await sql`select protect_owner_functions()`;
  }
}
