import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import type pg from "pg";
import { type Statements, statementsOf } from "../driver/statements.ts";
import { migrate } from "../operation/migrate.ts";
import type { Watch } from "../operation/silence.ts";
import { closeGap, protectionGaps } from "../roles/protect-tables.ts";
import type { BackupFiles } from "./backup-files.ts";
import { copyIn, withOwner } from "./copy.ts";
import { filesIn, type Manifest, readManifest, tableIn } from "./manifest.ts";
import { quoted, type Table, tablesToKeep } from "./tables.ts";

/**
 * Added to every company's clock. Revisions that the lost database assigned after the backup must not be reused: the
 * log is empty and the clock is past them all, so every device boots again.
 */
const EPOCH = 2 ** 32;

type Target = { ownerUrl: string; files: Pick<BackupFiles, "copyFrom" | "holdsOnly"> };

/**
 * Fills an empty database (as its owner) and the place for its files from a backup. A restore that was stopped can be
 * repeated: the database is empty again, and files that have come already stay.
 */
export async function restoreBackup(folder: string, to: Target, watch: Watch = {}): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (!(await to.files.holdsOnly(filesIn(folder))))
    throw new Error("there are stored files already: the place for files is not empty");
  await migrate(to.ownerUrl, undefined, watch);
  await fillTables(folder, to, manifest, watch);
  return manifest;
}

/** In one transaction, which the files end: a restore that fails leaves the database empty. */
async function fillTables(folder: string, to: Target, manifest: Manifest, watch: Watch): Promise<void> {
  const fillAll = async (client: pg.Client) => {
    const sql = statementsOf(client);
    await sql`begin`;
    await requireFit(sql, manifest);
    const present = new Map((await tablesToKeep(sql)).map((table) => [table.name, table]));
    for (const [done, table] of manifest.tables.entries()) {
      watch.onStep?.({ name: table.name, done, total: manifest.tables.length });
      if (!present.has(table.name)) throw new Error(`there is no table ${table.name}`);
      await fillTable(client, folder, table, watch);
      const counting = await client.query<{ count: string }>(`select count(*) from ${quoted(table.name)}`);
      const count = Number(counting.rows[0]?.count);
      if (count !== table.rows) throw new Error(`${table.name} has ${count} rows, not ${table.rows}`);
    }
    await startAnew(sql);
    const files = await to.files.copyFrom(filesIn(folder));
    if (files !== manifest.files) throw new Error(`${files} files came, the backup says ${manifest.files}`);
    watch.signal?.throwIfAborted();
    await sql`commit`;
  };
  await withOwner(to.ownerUrl, fillAll, watch.signal);
}

async function requireFit(sql: Statements, { newestMigration }: Manifest): Promise<void> {
  const [state] = await sql<{ newest: string; full: boolean }[]>`
    select newest_migration() as newest, exists (select from companies) as full`;
  if (state?.full) throw new Error("the database is not empty");
  if (Number(state?.newest) !== newestMigration) {
    throw new Error("the backup was made by another version: restore with that one, then upgrade");
  }
}

/**
 * Triggers are off because the backup already holds the rows they would write, and COPY is not allowed under
 * row-level security. `startAnew` turns both on again.
 */
async function fillTable(client: pg.Client, folder: string, { name, columns }: Table, watch: Watch): Promise<void> {
  const table = quoted(name);
  const isOurs = name.startsWith("public.");
  if (isOurs) await client.query(`alter table ${table} disable trigger user, no force row level security`);
  await client.query(`delete from ${table}`);
  const indexes = await dropIndexes(client, table);
  const target = `${table} (${columns.map((column) => `"${column}"`).join(", ")})`;
  await copyIn(client, { name, target, ...watch }, createReadStream(tableIn(folder, name)), [createGunzip()]);
  for (const [index, definition] of indexes) {
    watch.onStep?.({ name: `index ${index}` });
    await client.query(definition);
  }
  if (isOurs) await client.query(`alter table ${table} enable trigger user`);
}

/**
 * Drops the indexes of a table that no constraint needs, and returns their definitions by name: building one after the
 * rows have come takes half the time of keeping it up to date with each row.
 */
async function dropIndexes(client: pg.Client, table: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ index: string; definition: string }>(
    `select indexrelid::regclass::text as index, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indexrelid
     where indrelid = $1::regclass and relkind = 'i' and not relispartition
       and not exists (select from pg_constraint where conindid = indexrelid) order by 1`,
    [table],
  );
  for (const { index } of rows) await client.query(`drop index ${index}`);
  return new Map(rows.map(({ index, definition }) => [index, definition]));
}

async function startAnew(sql: Statements): Promise<void> {
  for (const gap of await protectionGaps(sql)) await closeGap(sql, gap);
  await sql`delete from changes`;
  await sql`delete from unnumbered_changes`;
  await sql`insert into clocks (company_id, rev) select id, ${EPOCH} from companies
    on conflict (company_id) do update set rev = clocks.rev + ${EPOCH}`;
  // Lease owners belong to the lost database.
  await sql`update connection_leases set owner = null, lease_until = null, retry_at = null`;
}
