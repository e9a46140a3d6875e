import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import pino from "pino";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import { enqueue, openWorker, schema } from "../../db/index.ts";
import { fillCompany } from "../../db/testing/fill-company.ts";
import { givenCompany, giveTo } from "../../db/testing/given.ts";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import { recordAudit } from "../../domain/account/audit/index.ts";
import { openDiskFileStore } from "../../outside/file-store/index.ts";
import { removeCompanies } from "./remove-companies.ts";

const DAY_MS = 86_400_000;
const { companies } = schema;
const folder = join(mkdtempSync(join(tmpdir(), "balcao-remove-")), "files");
const files = openDiskFileStore(folder);
let own: OwnDatabase;
let sql: postgres.Sql;
beforeAll(async () => {
  own = await openOwnDatabase();
  sql = postgres(own.ownerUrl, { max: 1, onnotice: () => {} });
  giveTo(own.database);
});
afterAll(async () => {
  await sql.end();
  await own.drop();
});

const deps = () => ({ database: own.database, files, logger: pino({ level: "silent" }) });
const remove = (isStopping = () => false) => removeCompanies(deps(), isStopping);
const deleted = (companyId: string, days: number) =>
  own.database.asPlatform((db) =>
    db
      .update(companies)
      .set({ deletedAt: new Date(testTime() - days * DAY_MS) })
      .where(eq(companies.id, companyId)),
  );

/** A company with rows in every table, a waiting and a finished job, events, audit entries and files. */
async function givenFullCompany() {
  const { companyId, ana } = await givenCompany();
  const tables = await fillCompany(sql, companyId);
  await own.database.asPlatform(
    async (db) => {
      const job = { companyId, messageId: randomUUID() };
      await enqueue(db, "push.send", job);
      const event = { provider: "stripe" as const, providerId: randomUUID(), payerCompanyId: companyId };
      await db.insert(schema.paymentEvents).values({ id: randomUUID(), eventId: randomUUID(), ...event });
      const subject = { id: companyId, name: "Olaria" };
      await recordAudit({ db, now: testNow(), actor: ana }, { action: "company.changed", companyId, subject });
    },
    { companyId },
  );
  const worker = await openWorker(own.url, () => {});
  const [job] = await worker.fetch("push.send");
  if (job) await worker.complete("push.send", job.id);
  await own.database.company(companyId, (db) => enqueue(db, "push.send", { companyId, messageId: randomUUID() }));
  await worker.stop({ graceful: false });
  for (const id of [randomUUID(), randomUUID()]) await files.write(companyId, id, 0, Buffer.from("um"));
  return { companyId, tables };
}

/** Every table of every schema with one text per row, and the hash of all rows that do not contain the id. */
async function readEverything(id: string): Promise<{ naming: string[]; others: string }> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1`;
  const naming: string[] = [];
  const hash = createHash("sha256");
  for (const { name } of tables) {
    const rows = await sql.unsafe<{ line: string }[]>(`select t::text as line from ${name} t order by 1`);
    for (const { line } of rows) {
      const isNamed = line.includes(id) || line.includes(Buffer.from(id).toString("hex"));
      if (isNamed) naming.push(name);
      else if (!line.includes("company.removed") && !name.startsWith("pgboss.queue")) hash.update(`${name} ${line}\n`);
    }
  }
  return { naming, others: hash.digest("hex") };
}

test("a deleted company leaves no row, job, event, audit entry or file, and changes no other company", async () => {
  const [gone, kept] = [await givenFullCompany(), await givenFullCompany()];
  const before = await readEverything(gone.companyId);
  expect(before.naming).toEqual(
    expect.arrayContaining(gone.tables.filter((t) => t !== "changes").map((t) => `public.${t}`)),
  );
  expect(before.naming.filter((name) => name.startsWith("pgboss."))).toHaveLength(2);
  expect(before.naming).toEqual(expect.arrayContaining(["public.payment_events", "public.audit_entries"]));
  await deleted(gone.companyId, 31);
  expect(await remove()).toBe(true);
  const after = await readEverything(gone.companyId);
  expect(after.naming).toEqual([]);
  expect(after.others).toBe(before.others);
  expect(existsSync(join(folder, gone.companyId))).toBe(false);
  expect(readdirSync(folder)).toEqual([kept.companyId]);
  const removals = await sql`select * from audit_entries where action = 'company.removed'`;
  expect(removals).toMatchObject([
    { user_id: null, subject_company_id: null, subject_id: null, subject_name: "", changes: {} },
  ]);
}, 120_000);

test("a removal that is stopped says how far it is, continues where it was, and ends with one entry", async () => {
  const { companyId, tables } = await givenFullCompany();
  const owned = tables.filter((name) => name !== "changes");
  const [rows] = await sql.unsafe(
    `select ${owned.map((name) => `(select count(*) from ${name} where company_id = '${companyId}')`).join(" + ")} as total`,
  );
  await deleted(companyId, 31);
  const count = async () => (await readEverything(companyId)).naming.length;
  const removals = async () => (await sql`select 1 from audit_entries where action = 'company.removed'`).length;
  const [atStart, before] = [await count(), await removals()];
  const progress = () =>
    sql`select removal_total::int as total, removal_rows::int as rows, removal_at as at from companies where id = ${companyId}`;
  let batches = 0;
  expect(await remove(() => ++batches > 10)).toBe(false);
  const halfway = await count();
  expect(halfway).toBeGreaterThan(0);
  expect(halfway).toBeLessThan(atStart);
  expect(await removals()).toBe(before);
  const [halfTold] = await progress();
  expect(halfTold?.total).toBe(Number(rows?.total));
  expect(halfTold?.rows).toBeGreaterThanOrEqual(10);
  expect(halfTold?.at).toBeInstanceOf(Date);
  await Promise.all([remove(), remove()]);
  expect(await count()).toBe(0);
  expect(await removals()).toBe(before + 1);
}, 120_000);

test("companies that were deleted less than 30 days ago, or not at all, stay", async () => {
  const [recent, living] = [await givenCompany(), await givenCompany()];
  await deleted(recent.companyId, 29);
  expect(await remove()).toBe(true);
  for (const { companyId } of [recent, living]) {
    const [row] = await sql`select remove_company_rows(${companyId}, 100) as removed`;
    expect(row?.removed).toBe(0);
    expect(await own.database.company(companyId, (db) => db.select().from(schema.users))).toHaveLength(3);
  }
});
