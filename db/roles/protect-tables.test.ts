import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LOCK_TIMEOUT_MS } from "../driver/retry-while-locked.ts";
import { migrate } from "../operation/migrate.ts";
import { type OwnDatabase, openOwnDatabase } from "../testing/own-database.ts";
import { protectionGaps } from "./protect-tables.ts";

let own: OwnDatabase;
let owner: postgres.Sql;
beforeAll(async () => {
  own = await openOwnDatabase();
  owner = postgres(own.ownerUrl, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await owner?.end();
  await own?.drop();
});

/** The protection of each table, as the catalogue shows it. */
const protection = () => owner`
  select c.relname, c.relrowsecurity, c.relforcerowsecurity, array_to_string(array(select unnest(c.relacl)::text order by 1), ' ') as acl,
    (select json_agg(p order by p.policyname) from pg_policies p where p.tablename = c.relname) as policies
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'S') order by c.relname`;

/** Changes with each statement that alters a table, its policies or its rights. */
const versions = () => owner`
  select c.relname, c.xmin::text, array(select p.oid::text || p.xmin::text from pg_policy p where p.polrelid = c.oid order by 1) as policies
  from pg_class c where c.relnamespace = 'public'::regnamespace order by c.relname`;

test("a migration of a current schema alters no table, policy or right", async () => {
  const before = await versions();
  await migrate(own.ownerUrl);
  expect(await versions()).toEqual(before);
});

test.each([
  ["tags", "alter table tags disable row level security"],
  ["tags", "alter table tags no force row level security"],
  ["tags", "drop policy company_scope on tags"],
  ["tags", "drop policy owner_scope on tags"],
  ["tags", "alter policy company_scope on tags using (true)"],
  ["tags", "alter policy company_scope on tags with check (true)"],
  ["tags", "alter policy company_scope on tags to public"],
  ["tags", "create policy platform_scope on tags to balcao_app using (true)"],
  ["companies", "alter policy company_scope on companies using (true)"],
  ["settings", "alter policy platform_scope on settings using (current_setting('app.platform', true) = 'on')"],
  ["audit_entries", "create policy company_scope on audit_entries to balcao_app using (true)"],
])("a migration protects %s again after: %s", async (table, statement) => {
  const before = await protection();
  await own.asOwner(statement);
  expect((await protectionGaps(owner)).map((gap) => gap.table)).toEqual([table]);
  await migrate(own.ownerUrl);
  expect(await protection()).toEqual(before);
  expect(await protectionGaps(owner)).toEqual([]);
});

test("a migration protects a new table, and gives the application's role the rights that it lacks", async () => {
  await own.asOwner("create table parcels (company_id uuid not null, id uuid not null, primary key (company_id, id))");
  await own.asOwner("create sequence parcel_numbers");
  const before = (await protection()).filter(({ relname }) => !relname.startsWith("parcel"));
  await own.asOwner("revoke update on tags from balcao_app");
  await migrate(own.ownerUrl);
  const after = await protection();
  expect(after.filter(({ relname }) => !relname.startsWith("parcel"))).toEqual(before);
  const policies = [{ policyname: "company_scope" }, { policyname: "owner_scope" }];
  expect(after.find(({ relname }) => relname === "parcels")).toMatchObject({
    ...{ relrowsecurity: true, relforcerowsecurity: true, policies, acl: expect.stringContaining("balcao_app=arwd") },
  });
  expect(after.find(({ relname }) => relname === "parcel_numbers")?.acl).toContain("balcao_app=U");
});

test("a migration goes on beside a session that holds one table and then takes another", async () => {
  await own.asOwner("drop policy company_scope on queues");
  await own.asOwner("drop policy company_scope on tags");
  const [session, reader] = [1, 2].map(() => postgres(own.ownerUrl, { max: 1, onnotice: () => {} })) as [
    postgres.Sql,
    postgres.Sql,
  ];
  try {
    await session.unsafe("begin");
    await session.unsafe("lock table tags in row exclusive mode");
    const migrated = migrate(own.ownerUrl);
    const isWaiting = async () => {
      const [waiting] = await owner`select from pg_locks where relation = 'tags'::regclass and not granted`;
      return waiting !== undefined;
    };
    await expect.poll(isWaiting, { interval: 10 }).toBe(true);
    // Each table is protected in a transaction of its own, by name: the one of queues has ended.
    await session.unsafe("lock table queues in row exclusive mode nowait");
    // Statements behind the waiting migration go on when its lock times out.
    await reader.unsafe(`set statement_timeout = ${10 * LOCK_TIMEOUT_MS}`);
    await reader.unsafe("select count(*) from tags");
    await expect.poll(isWaiting, { interval: 10 }).toBe(true);
    await session.unsafe("commit");
    await migrated;
    expect(await protectionGaps(owner)).toEqual([]);
  } finally {
    await session.end();
    await reader.end();
  }
});

test("a migration is repeated when a table is locked for longer than it waits", async () => {
  const session = postgres(own.ownerUrl, { max: 1, onnotice: () => {} });
  try {
    await session.unsafe("begin");
    await session.unsafe("lock table drizzle.__drizzle_migrations");
    const migrated = migrate(own.ownerUrl);
    const attempts = new Set<string>();
    const countAttempts = async () => {
      const waiting = await owner<{ transaction: string }[]>`
        select virtualtransaction as transaction from pg_locks
        where relation = 'drizzle.__drizzle_migrations'::regclass and not granted`;
      for (const { transaction } of waiting) attempts.add(transaction);
      return attempts.size;
    };
    await expect.poll(countAttempts, { interval: 10 }).toBe(2);
    await session.unsafe("commit");
    await migrated;
  } finally {
    await session.end();
  }
});
