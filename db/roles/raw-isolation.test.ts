import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { testNow } from "../../contracts/testing/clock.ts";
import { settings } from "../schema/index.ts";
import { givenCompany, givenTicket, testDatabase } from "../testing/given.ts";
import { isOnNodes } from "../testing/nodes.ts";

/** Tables without a company; company-scope.test.ts gives the reason for each. */
const platform = new Set([
  "sign_in_failures",
  "recent_calls",
  "push_keys",
  "helps",
  "announcements",
  "plans",
  "audit_entries",
  "payment_events",
  "sign_up_codes",
  "sign_up_tokens",
  "backup_plan",
]);
/** Tables that a transaction of the platform sees for all companies. */
const sold = new Set(["companies", "invoices", "charges", "settings"]);
let tables: { name: string; key: string; columns: string[] }[];
let companyId: string;
beforeAll(async () => {
  const company = await givenCompany();
  companyId = company.companyId;
  await givenTicket({ companyId, queueId: company.queue.id });
  const found = await testDatabase().platform.execute<{ name: string; columns: string[] }>(sql`
    select c.relname as name, array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and a.attidentity = '') as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`);
  tables = [...found]
    .filter(({ name }) => !platform.has(name))
    .map((table) => ({ ...table, key: table.name === "companies" ? "id" : "company_id" }));
});

/**
 * With several nodes, what would move a row to another company or copy rows past a policy is refused before a policy is
 * asked.
 */
const NOT_ON_NODES = "0A000";

/** Runs a statement through the driver as the application's role and rolls back. */
async function raw(company: string | null, statement: string, isPlatform = false): Promise<number | string> {
  const connection = await testDatabase().connection();
  try {
    await connection.query("begin");
    if (company !== null) await connection.query(`set local app.company = '${company}'`);
    if (isPlatform) await connection.query("set local app.platform = 'on'");
    const result = await connection.query(statement);
    return result.rowCount ?? 0;
  } catch (error) {
    const { code = "failed" } = error as { code?: string };
    return isOnNodes && code === NOT_ON_NODES ? "42501" : code;
  } finally {
    await connection.query("rollback");
    connection.release();
  }
}

test("without a company every table of the catalogue is empty and refuses inserts", async () => {
  expect(tables.length).toBeGreaterThan(20);
  for (const { name, key } of tables) {
    for (const company of [null, ""]) {
      const at = [name, company];
      expect([...at, await raw(company, `select * from "${name}"`)]).toEqual([...at, 0]);
      expect([...at, await raw(company, `update "${name}" set "${key}" = ("${key}")`)]).toEqual([...at, 0]);
      expect([...at, await raw(company, `delete from "${name}"`)]).toEqual([...at, 0]);
      // The policy refuses before any other column is checked.
      expect([...at, await raw(company, insert(name, key, companyId))]).toEqual([...at, "42501"]);
    }
  }
});

test("with a company, no row of another company can be read, changed, deleted, created or handed over", async () => {
  const other = (await givenCompany()).companyId;
  for (const { name, key } of tables) {
    expect([name, await raw(other, `select * from "${name}" where "${key}" = '${companyId}'`)]).toEqual([name, 0]);
    expect([name, await raw(other, `delete from "${name}" where "${key}" = '${companyId}'`)]).toEqual([name, 0]);
    expect([name, await raw(other, insert(name, key, companyId))]).toEqual([name, "42501"]);
    const handedOver = await raw(companyId, `update "${name}" set "${key}" = '${other}'`);
    expect([name, handedOver === 0 || handedOver === "42501"]).toEqual([name, true]);
  }
});

test("a transaction of the platform sees the tables that it sells with, and no other row of a company", async () => {
  for (const { name, key } of tables.filter(({ name }) => !sold.has(name))) {
    expect([name, await raw(null, `select * from "${name}"`, true)]).toEqual([name, 0]);
    expect([name, await raw(null, `update "${name}" set "${key}" = ("${key}")`, true)]).toEqual([name, 0]);
    expect([name, await raw(null, `delete from "${name}"`, true)]).toEqual([name, 0]);
    expect([name, await raw(null, insert(name, key, companyId), true)]).toEqual([name, "42501"]);
  }
  expect(await raw(null, `select from companies where id = '${companyId}'`, true)).toBe(1);
});

test("a transaction of the platform reads only the setting that the platform decides", async () => {
  const given = ["campaignsEnabled", "smtpauth"].map((key) => ({ companyId, key, value: "x" }));
  await testDatabase().company(companyId, (tx) => tx.insert(settings).values(given));
  const own = `settings where company_id = '${companyId}'`;
  expect(await raw(null, `select from ${own}`, true)).toBe(1);
  expect(await raw(null, `select from ${own} and key = 'smtpauth'`, true)).toBe(0);
  expect(await raw(null, `delete from ${own}`, true)).toBe(0);
});

test("tables of the platform alone are closed to transactions of companies", async () => {
  for (const name of ["audit_entries", "payment_events", "sign_up_codes", "sign_up_tokens", "backup_plan"]) {
    const counted = (statement: string) => raw(companyId, statement);
    expect([name, await counted(`select * from "${name}"`)]).toEqual([name, 0]);
    expect([name, await counted(`delete from "${name}"`)]).toEqual([name, 0]);
    const row = `insert into "${name}" select * from jsonb_populate_record(null::"${name}", '{}')`;
    expect([name, await counted(row), await raw(null, row, true)]).toEqual([name, "42501", "23502"]);
  }
});

test("the role can neither disable the policies nor become another role", async () => {
  const [name] = tables.map((table) => table.name);
  for (const statement of [
    `alter table "${name}" disable row level security`,
    `alter table "${name}" no force row level security`,
    `drop policy company_scope on "${name}"`,
    `create policy open on "${name}" using (true)`,
    `truncate "${name}"`,
    "select protect_owner_functions()",
    "set role postgres",
    "alter role balcao_app bypassrls",
    "create table public.mine as select 1 as one",
    `copy "${name}" to program 'cat'`,
  ])
    expect([statement, await raw(companyId, statement)]).toEqual([
      statement,
      expect.stringMatching(/^(42501|42704|22023)$/),
    ]);
});

/** Only the company is given, and the day for the log: the policy is checked before missing values. */
function insert(name: string, key: string, company: string): string {
  const row = JSON.stringify({ [key]: company, at: dayOf(name) });
  // Generated columns take no value.
  const columns = tables.find((table) => table.name === name)?.columns.map((column) => `"${column}"`);
  // Without ON CONFLICT several nodes copy the rows, which they refuse for any company.
  const given = `select ${columns} from jsonb_populate_record(null::"${name}", '${row}')`;
  return `insert into "${name}" (${columns}) ${given} on conflict do nothing`;
}

/** A partition of the change log accepts its own day only. */
function dayOf(name: string): string {
  const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
  return year ? `${year}-${month}-${day}T12:00:00Z` : testNow().toISOString();
}
