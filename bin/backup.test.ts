import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tablesToKeep } from "../db/backup/tables.ts";
import {
  enqueue,
  openDatabase,
  openSequencer,
  restoreBackup,
  schema,
  startEmbeddedPostgres,
  writeBackup,
} from "../db/index.ts";
import { type OwnDatabase, openOwnDatabase } from "../db/testing/own-database.ts";
import type { Actor } from "../domain/ground/context.ts";
import { openDiskFileStore } from "../outside/file-store/index.ts";
import { pull } from "../sync/server/pull.ts";
import { backupFilesOf } from "./backup-files.ts";
import { seedDemo } from "./demo/seed-demo.ts";

let folder: string;
let own: OwnDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "balcao-backup-"));
  chmodSync(folder, 0o755); // as root, Postgres runs as a user of its own
  own = await openOwnDatabase();
});
afterAll(async () => {
  await own.drop();
  rmSync(folder, { recursive: true, force: true });
});

function run(program: string, args: string[], env: Record<string, string>) {
  const { PATH = "" } = process.env;
  const file = new URL(program, import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { env: { PATH, ...env } });
  return { status, output: `${stdout}${stderr}` };
}

/** Returns every row that a backup keeps, table by table. */
async function everything(url: string): Promise<Record<string, string[]>> {
  const client = postgres(url, { max: 1, onnotice: () => {}, connection: { TimeZone: "UTC" } });
  const rows: Record<string, string[]> = {};
  for (const { name } of await tablesToKeep(client)) {
    const found = await client.unsafe<{ row: string }[]>(`select to_jsonb(t)::text as row from ${name} t order by 1`);
    rows[name] = found.map(({ row }) => row);
  }
  await client.end();
  return rows;
}

/** Returns the definitions of all indexes, with whether each may be used; without the days of the change log. */
async function indexes(url: string): Promise<string[]> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  const found = await client<{ text: string }[]>`
    select pg_get_indexdef(indexrelid) || ' ' || indisvalid || ' ' || indisready as text from pg_index
    join pg_class on pg_class.oid = indrelid where relnamespace = 'public'::regnamespace and not relispartition order by 1`;
  await client.end();
  return found.map(({ text }) => text);
}

const filesUnder = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [file.slice(path.length), readFileSync(file, "base64")];
    })
    .sort();

async function adminOf(url: string): Promise<Actor> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  const [user] = await client`select id, company_id, name from users where profile = 'admin' order by id limit 1`;
  await client.end();
  const { id, name, company_id: companyId } = user as { id: string; name: string; company_id: string };
  const may = { allTicket: true, allHistoric: true, allUserChat: true, isSuper: false };
  return { id, name, companyId, profile: "admin", queueIds: [], ...may };
}

test("a backup restores all rows and files in a new cluster, and every device boots again", async () => {
  const [before, first, backup, after] = ["before", "first", "backup", "after"].map((name) => join(folder, name)) as [
    ...[string, string, string, string],
  ];
  mkdirSync(before);
  await seedDemo(own.url, { passwordHash: "x", files: openDiskFileStore(join(before, "files")) });
  // As of linked numbers: a table of more than 1 MB.
  await own.asOwner(`insert into channel_keys (company_id, connection_id, type, id, data)
    select company_id, id, 'session', n::text,
      (select string_agg(sha256((n * 1000 + part)::text::bytea), '') from generate_series(1, 128) part)
    from connections, generate_series(1, 200) n`);
  const storedAt = new Date("2001-02-03T04:05:06.789Z");
  for (const [file = ""] of filesUnder(join(before, "files")))
    utimesSync(join(before, "files", file), storedAt, storedAt);
  const admin = await adminOf(own.ownerUrl);
  const { companyId } = admin;
  const sequencer = openSequencer(own.database);
  const job = { companyId, connectionId: companyId, messageId: companyId };
  await own.database.company(companyId, (tx) => enqueue(tx, "media.fetch", job));
  const boot = await pull({ database: own.database, sequencer }, admin, {
    collection: "refs",
    checkpoint: undefined,
    limit: 1_000,
  });
  const kept = await everything(own.ownerUrl);

  const made = run("backup.ts", [first], { DATABASE_OWNER_URL: own.ownerUrl, DATA_DIR: before });
  expect(made).toMatchObject({ status: 0, output: expect.stringMatching(/\d+ tables, \d{3,} rows, [1-9]\d* files/) });
  const store = backupFilesOf(openDiskFileStore(join(before, "files")));
  const { linked, files: count } = await writeBackup({ ...own, files: store }, backup, { earlier: first });
  expect([linked, count > 0]).toEqual([count, true]);
  // Its files are links to those of the first one; it is whole without it.
  rmSync(first, { recursive: true });
  expect(run("backup.ts", ["verify", backup], {})).toMatchObject({
    status: 0,
    output: expect.stringMatching(/\d+ tables, \d{3,} rows, [1-9]\d* files of .* are as they were written/),
  });
  // Changes after the backup are lost with the cluster; the restored desk must not reuse their revisions.
  await own.database.company(companyId, (tx) => tx.update(schema.queues).set({ greetingMessage: "Depois" }));
  await sequencer.run(companyId);

  expect(run("restore.ts", [backup], { DATA_DIR: after })).toMatchObject({ status: 0 });
  const cluster = await startEmbeddedPostgres(after, { fast: true });
  const restored = openDatabase(cluster.url, { max: 4 });
  try {
    const {
      "public.clocks": clocks,
      "public.connection_leases": _leases,
      ...rows
    } = await everything(cluster.ownerUrl);
    const { "public.clocks": oldClocks = [], "public.connection_leases": _old, ...expected } = kept;
    expect(rows).toEqual(expected);
    expect(rows["pgboss.job"]?.join()).toContain(companyId);
    expect(await indexes(cluster.ownerUrl)).toEqual(await indexes(own.ownerUrl));
    expect(clocks?.length).toBeGreaterThanOrEqual(oldClocks.length);
    expect(filesUnder(join(after, "files"))).toEqual(filesUnder(join(before, "files")));

    expect(await restored.platform.select().from(schema.tickets)).toEqual([]);
    const deps = { database: restored, sequencer: openSequencer(restored) };
    const ask = (checkpoint: typeof boot.checkpoint | undefined) =>
      pull(deps, admin, { collection: "refs", checkpoint, limit: 1_000 });
    await expect(ask(boot.checkpoint)).rejects.toMatchObject({ code: "ERR_CHECKPOINT_TOO_OLD" });
    const again = await ask(undefined);
    expect(again.documents.length).toBe(boot.documents.length);
    await restored.company(companyId, (tx) =>
      tx.update(schema.users).set({ name: "Voltou" }).where(eq(schema.users.id, admin.id)),
    );
    const live = await ask({ ...again.checkpoint, phase: "live", before: undefined });
    expect(live.documents).toMatchObject([{ id: admin.id, kind: "user" }]);
    await expect(ask(boot.checkpoint)).rejects.toMatchObject({ code: "ERR_CHECKPOINT_TOO_OLD" });

    const files = backupFilesOf(openDiskFileStore(join(folder, "none")));
    await expect(restoreBackup(backup, { ownerUrl: cluster.ownerUrl, files })).rejects.toThrow("not empty");
    expect(run("backup.ts", [join(folder, "second")], { DATA_DIR: after })).toMatchObject({ status: 0 });
    expect((await restored.platform.execute("select 1 as one"))[0]).toEqual({ one: 1 });
  } finally {
    await restored.close();
    await cluster.stop();
  }
}, 240_000);

test("verify names what differs, and ends with 1", () => {
  const backup = join(folder, "backup");
  const [list = ""] = readdirSync(join(backup, "checksums")).filter((name) => name !== "tables.sha256");
  writeFileSync(join(backup, "checksums", list), "");
  expect(run("backup.ts", ["verify", backup], {})).toMatchObject({
    status: 1,
    output: expect.stringMatching(/backup is damaged:\n {2}files\/.*: its checksum differs/),
  });
  expect(run("backup.ts", ["verify"], {})).toMatchObject({ status: 2, output: expect.stringContaining("usage") });
});

test("restore refuses an unfinished backup and overwrites nothing", async () => {
  mkdirSync(join(folder, "half.unfinished"));
  const env = { DATABASE_OWNER_URL: own.ownerUrl, DATA_DIR: join(folder, "data") };
  expect(run("restore.ts", [join(folder, "half")], env)).toMatchObject({
    status: 1,
    output: expect.stringContaining("no finished backup"),
  });
  mkdirSync(join(folder, "there"));
  expect(run("backup.ts", [join(folder, "there")], env)).toMatchObject({
    status: 1,
    output: expect.stringContaining("exists already"),
  });
});
