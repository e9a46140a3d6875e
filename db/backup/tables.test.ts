import postgres from "postgres";
import { expect, inject, onTestFinished, test } from "vitest";
import { tablesToKeep } from "./tables.ts";

test("a backup keeps every table but the change log and its own plan, and the jobs", async () => {
  const sql = postgres(inject("ownerUrl"), { max: 1, onnotice: () => {} });
  onTestFinished(() => sql.end());
  const found = await sql<{ name: string }[]>`select 'public.' || relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;
  const left = ["public.changes", "public.unnumbered_changes", "public.backup_plan"];
  const expected = [...found.map(({ name }) => name).filter((name) => !left.includes(name)), "pgboss.job"];
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(left));
  expect((await tablesToKeep(sql)).map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
});
