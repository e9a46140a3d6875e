import type postgres from "postgres";

/**
 * Lets row-level security bind the owner of the distributed tables, or not. Citus copies a shard that is being written as
 * a member of the owner, which is refused while the owner is bound. The application's role is bound in either case.
 */
export async function forcePolicies(owner: postgres.Sql, isForced: boolean): Promise<void> {
  const tables = await owner<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relrowsecurity and c.relforcerowsecurity <> ${isForced} order by c.relname`;
  for (const { name } of tables)
    await owner.unsafe(`alter table ${name} ${isForced ? "" : "no "}force row level security`);
}
