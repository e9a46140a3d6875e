import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { givenCompany, givenTicket, testDatabase } from "./testing/given.ts";

/** Tables without a company; company-scope.test.ts gives the reason for each. */
const platform = new Set(["sign_in_failures", "push_keys", "helps"]);
let tables: { name: string; key: string; columns: string[] }[];
let companyId: string;
beforeAll(async () => {
  const company = await givenCompany();
  companyId = company.companyId;
  await givenTicket({ companyId, queueId: company.queue.id });
  const found = await testDatabase().platform.execute<{ name: string; columns: string[] }>(sql`
    select c.relname as name, array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '') as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`);
  tables = [...found]
    .filter(({ name }) => !platform.has(name))
    .map((table) => ({ ...table, key: table.name === "companies" ? "id" : "company_id" }));
});

/** Runs a statement through the driver as the application's role and rolls back. */
async function raw(company: string | null, statement: string): Promise<number | string> {
  const connection = await testDatabase().connection();
  try {
    await connection.query("begin");
    if (company !== null) await connection.query(`set local app.company = '${company}'`);
    const result = await connection.query(statement);
    return result.rowCount ?? 0;
  } catch (error) {
    return (error as { code?: string }).code ?? "failed";
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
      expect([...at, await raw(company, `update "${name}" set "${key}" = '${companyId}'`)]).toEqual([...at, 0]);
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

test("the role can neither disable the policies nor become another role", async () => {
  const [name] = tables.map((table) => table.name);
  for (const statement of [
    `alter table "${name}" disable row level security`,
    `alter table "${name}" no force row level security`,
    `drop policy company_scope on "${name}"`,
    `create policy open on "${name}" using (true)`,
    `truncate "${name}"`,
    "select protect_company_tables()",
    "set role postgres",
    "alter role balcao_app bypassrls",
    `create table public.mine as select * from "${name}"`,
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
  return `insert into "${name}" (${columns}) select ${columns} from jsonb_populate_record(null::"${name}", '${row}')`;
}

/** A partition of the change log accepts its own day only. */
function dayOf(name: string): string {
  const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
  return year ? `${year}-${month}-${day}T12:00:00Z` : new Date().toISOString();
}
