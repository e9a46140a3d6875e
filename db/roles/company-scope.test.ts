import { randomUUID } from "node:crypto";
import { inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import * as schema from "../schema/index.ts";
import { givenCompany, testDatabase } from "../testing/given.ts";

/** Tables of the platform, each with the reason why no company owns it. */
const platformTables = new Set([
  "announcements", // the platform's announcements, the same for every company
  "backup_plan", // the backups of all companies; visible to the platform's transactions only
  "audit_entries", // changes by super users; visible to the platform's transactions only
  "helps", // the platform's help videos, the same for every company
  "payment_events", // webhooks, before their company is known; visible to the platform's transactions only
  "plans", // the platform's plans, the same for every company
  "push_keys", // the desk's own key pair, by which push services know it
  "recent_calls", // counts calls of people who are nobody yet
  "sign_up_codes", // before the company exists; visible to the platform's transactions only
  "sign_up_tokens", // before the company exists; visible to the platform's transactions only
  "sign_in_failures", // counts attempts of people who are nobody yet
]);

test("every table has forced row-level security and leads its primary key with the company", async () => {
  const tables = await testDatabase().platform.execute<{
    name: string;
    forced: boolean;
    first_key: string;
    policies: number;
  }>(sql`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
       where i.indrelid = c.oid and i.indisprimary) as first_key,
      (select count(*)::int from pg_policies p where p.tablename = c.relname and p.policyname = 'company_scope') as policies
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`);
  expect(tables.length).toBeGreaterThan(20);
  // The directory's key is looked up before the company is known; on a cluster it stays on the coordinator.
  const firstKeys: Record<string, string> = { companies: "id", company_keys: "kind" };
  for (const table of tables) {
    if (platformTables.has(table.name)) continue;
    expect(table, table.name).toMatchObject({
      forced: true,
      first_key: firstKeys[table.name] ?? "company_id",
      policies: 1,
    });
  }
});

test("foreign keys carry the company, except those to plans and announcements of the platform", async () => {
  const loose = await testDatabase().platform.execute(sql`
    select c.conname from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and c.confrelid not in ('plans'::regclass, 'announcements'::regclass)
      and not exists (select from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any (c.conkey) and a.attname = 'company_id')`);
  expect([...loose]).toEqual([]);
});

test("without a company the application's role sees no row of any table", async () => {
  const { companyId } = await givenCompany();
  const { platform } = testDatabase();
  expect(await platform.execute(sql`select * from users where company_id = ${companyId}`)).toEqual([]);
  expect(await platform.execute(sql`select * from companies`)).toEqual([]);
  const [role] = await platform.execute(sql`
    select rolsuper or rolbypassrls as passes from pg_roles where rolname = current_user`);
  expect(role?.passes).toBe(false);
});

test("a company can neither read nor write another company's rows", async () => {
  const [mine, theirs] = [await givenCompany(), await givenCompany()];
  await testDatabase().company(mine.companyId, async (tx) => {
    const read = await tx.select().from(schema.users);
    expect(new Set(read.map((user) => user.companyId))).toEqual(new Set([mine.companyId]));
    await tx.update(schema.users).set({ name: "Mudado" });
  });
  const kept = await testDatabase().company(theirs.companyId, (tx) => tx.select().from(schema.users));
  expect(kept.map((user) => user.name)).not.toContain("Mudado");
  const intruding = testDatabase().company(mine.companyId, (tx) =>
    tx.insert(schema.tags).values({ companyId: theirs.companyId, id: randomUUID(), name: "Nossa", color: "#fff" }),
  );
  await expect(intruding).rejects.toThrow();
});

test("the first statement of a transaction already runs in the company's scope", async () => {
  const { companyId } = await givenCompany();
  const scope = () => sql<string>`select current_setting('app.company', true) as company`;
  const found = await Promise.all(
    Array.from({ length: 20 }, () =>
      testDatabase().company(companyId, (tx) => Promise.all([tx.execute(scope()), tx.$count(schema.users)])),
    ),
  );
  for (const [[row], users] of found) {
    expect(row?.company).toBe(companyId);
    expect(users).toBe(3);
  }
  // The setting ends with the transaction on the pool's connections.
  const after = await Promise.all(Array.from({ length: 6 }, () => testDatabase().platform.execute(scope())));
  for (const [row] of after) expect(row?.company ?? "").toBe("");
});

test("a statement with a list of any length succeeds, prepared or not", async () => {
  const { companyId } = await givenCompany();
  await testDatabase().company(companyId, async (tx) => {
    const [user] = await tx.select({ id: schema.users.id }).from(schema.users);
    for (const length of [0, 1, 62, 63, 64, 65, 500, 62]) {
      const ids = [...Array.from({ length }, () => randomUUID()), user?.id ?? ""];
      const found = await tx.select().from(schema.users).where(inArray(schema.users.id, ids));
      expect(found).toHaveLength(1);
    }
  });
});

test("a value that is not a company id never reaches a statement", async () => {
  await expect(testDatabase().company("'; reset role; --", async () => 1)).rejects.toThrow("not a company id");
});

test("a read-only transaction refuses writes with an error", async () => {
  const { companyId } = await givenCompany();
  const rename = (isReading: boolean | "snapshot") =>
    testDatabase().company(companyId, (tx) => tx.update(schema.companies).set({ name: "Outra" }), { isReading });
  for (const isReading of [true, "snapshot"] as const)
    await expect(rename(isReading)).rejects.toMatchObject({ cause: { code: "25006" } });
  await rename(false);
});

test("a snapshot does not show what is committed after its first statement; another read-only transaction does", async () => {
  const { companyId } = await givenCompany();
  const database = testDatabase();
  const namesSeen = (isReading: true | "snapshot", other: string) =>
    database.company(
      companyId,
      async (tx) => {
        const name = async () => (await tx.select({ name: schema.companies.name }).from(schema.companies))[0]?.name;
        const before = await name();
        await database.company(companyId, (own) => own.update(schema.companies).set({ name: other }));
        return [before, await name()];
      },
      { isReading },
    );
  const [before, after] = await namesSeen("snapshot", "Outra");
  expect(after).toBe(before);
  expect(await namesSeen(true, "Nova")).toEqual(["Outra", "Nova"]);
});
