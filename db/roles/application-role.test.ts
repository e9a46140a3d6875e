import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { applicationUrl, openDatabase } from "../index.ts";
import { openWorker } from "../operation/jobs.ts";
import { migrate } from "../operation/migrate.ts";
import { givenCompany, testDatabase } from "../testing/given.ts";
import { type OwnDatabase, openOwnDatabase } from "../testing/own-database.ts";
import { applicationRoleProblem } from "./application-role.ts";

type Ask = (statement: string) => Promise<Record<string, unknown>[]>;

/** Opens one connection of each kind that a program of the product opens. */
async function applicationConnection(): Promise<{ ask: Ask; end(): Promise<void> }> {
  const connection = await testDatabase().connection();
  return {
    ask: async (statement) => (await connection.query(statement)).rows,
    end: async () => connection.release(true),
  };
}

async function workerConnection(): Promise<{ ask: Ask; end(): Promise<void> }> {
  const boss = await openWorker(inject("databaseUrl"), () => {});
  return {
    ask: async (statement) => (await boss.getDb().executeSql(statement)).rows as Record<string, unknown>[],
    end: () => boss.stop({ graceful: false }),
  };
}

const escapes = [
  "select set_config('role', 'none', false)",
  "reset role",
  "set role none",
  "set role balcao",
  "set session authorization default",
  "set session authorization balcao",
  "set session authorization postgres",
  "set row_security = off",
  "reset all",
];

describe.each([
  ["a connection of the application", applicationConnection],
  ["a connection of a job worker", workerConnection],
])("%s", (_name, open) => {
  test.each(escapes)("an application connection sees no row of a company after: %s", async (statement) => {
    await givenCompany();
    const { ask, end } = await open();
    try {
      await ask(statement).catch(() => {}); // a refusal is as good as no effect
      for (const table of ["companies", "users", "messages", "sessions"]) {
        const seen = await ask(`select * from ${table}`).catch((error: Error) => error.message);
        expect([table, Array.isArray(seen) ? seen.length : seen]).toEqual([
          table,
          expect.toSatisfy((answer) => answer === 0 || /permission denied|row-level security/.test(String(answer))),
        ]);
      }
      const [user] = await ask(
        "select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = session_user",
      );
      expect(user).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false });
    } finally {
      await end();
    }
  });

  test.each([
    "copy companies from program 'id'",
    "copy (select 1) to program 'cat'",
    "copy companies to '/tmp/balcao-companies'",
    "create temp table sessions (id text, company_id uuid)",
    "create table public.mine (id int)",
    "create function public.mine() returns int language sql as 'select 1'",
    "create role mine superuser",
    "truncate pgboss.job",
    "alter table pgboss.job disable trigger all",
    "select pg_read_file('/etc/passwd')",
  ])("an application connection may not: %s", async (statement) => {
    const { ask, end } = await open();
    try {
      await ask("select set_config('role', 'none', false)");
      await expect(ask(statement)).rejects.toMatchObject({ code: "42501" });
    } finally {
      await end();
    }
  });
});

test("functions that run as the owner never search the caller's temporary schema first", async () => {
  const functions = await testDatabase().platform.execute<{ name: string; settings: string[] | null }>(sql`
    select p.oid::regprocedure::text as name, p.proconfig as settings from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosecdef order by 1`);
  expect(functions.length).toBeGreaterThan(15);
  const others = /^(plan_cache_mode|enable_\w+|citus\.\w+)=/;
  for (const { name, settings } of functions) {
    const left = settings?.filter((setting) => !others.test(setting));
    expect([name, left]).toEqual([name, ["search_path=public, pg_temp"]]);
  }
});

describe("application sign-in", () => {
  let own: OwnDatabase;
  beforeAll(async () => {
    own = await openOwnDatabase();
  });
  afterAll(async () => own.drop());

  const problemOf = async (url: string) => {
    const database = openDatabase(url, { max: 1 });
    return applicationRoleProblem(database).finally(() => database.close());
  };

  test("the check accepts the application's role and refuses the superuser and the tables' owner", async () => {
    expect(await problemOf(own.url)).toBeNull();
    expect(await problemOf(own.ownerUrl)).toMatch(/signs in as "balcao", which may pass row-level security/);
    await own.asOwner(`
      create role plain_owner login password 'plain' in role balcao_app;
      create table owned_by_plain (id int); alter table owned_by_plain owner to plain_owner`);
    const url = Object.assign(new URL(own.ownerUrl), { username: "plain_owner", password: "plain" }).href;
    try {
      expect(await problemOf(url)).toMatch(/signs in as "plain_owner", which owns the desk's tables/);
    } finally {
      await own.asOwner("drop table owned_by_plain; drop role plain_owner");
    }
  });

  test("migrate gives a separate user its login and only the application's rights", async () => {
    const url = Object.assign(new URL(own.ownerUrl), { username: "shop_login", password: "it's%20a secret" }).href;
    try {
      await migrate(own.ownerUrl, url);
      expect(await problemOf(url)).toBeNull();
      const client = postgres(url, { max: 1, onnotice: () => {} });
      await expect(client`select * from companies`).rejects.toMatchObject({ code: "42501" });
      await client.end();
      // The password is unchanged when the address has another one by mistake.
      await migrate(own.ownerUrl, Object.assign(new URL(url), { password: "another" }).href);
      expect(await problemOf(url)).toBeNull();
    } finally {
      await own.asOwner("drop role if exists shop_login");
    }
  });

  test("the owner's password cannot be read from the application's address", () => {
    const ownerUrl = Object.assign(new URL(own.ownerUrl), { password: "segredo-do-dono" }).href;
    expect(applicationUrl(ownerUrl)).not.toContain("segredo-do-dono");
    expect(own.url.startsWith(applicationUrl(own.ownerUrl))).toBe(true);
  });
});
