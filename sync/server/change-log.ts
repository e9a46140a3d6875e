import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import { type CompanyDb, schema } from "../../db/index.ts";
import type { CollectionName } from "../contracts/sync.ts";

const { changes } = schema;

export type LoggedChange = {
  rev: number;
  docId: string;
  partId: string | null;
  oldScope: Record<string, unknown> | null;
  newScope: Record<string, unknown> | null;
};

export type LogState = {
  /** The company's last rev. */
  clock: number;
  /** The first rev that the log still has; null when it is empty. */
  oldest: number | null;
  /** Something is committed that has no rev yet. */
  hasUnnumbered: boolean;
};

export async function readLogState(db: CompanyDb, companyId: string): Promise<LogState> {
  const [row] = await db.execute<{ clock: string | null; oldest: string | null; unnumbered: boolean }>(sql`
    select (select rev from clocks where company_id = ${companyId}) as clock,
      (select min(rev) from changes where company_id = ${companyId}) as oldest,
      exists (select from changes where company_id = ${companyId} and rev is null) as unnumbered`);
  return {
    clock: Number(row?.clock ?? 0),
    oldest: row?.oldest === null || row === undefined ? null : Number(row.oldest),
    hasUnnumbered: row?.unnumbered ?? false,
  };
}

/** What happened in one collection after `from` up to `to`, in order. */
export async function readLog(
  db: CompanyDb,
  companyId: string,
  collection: CollectionName,
  range: { from: number; to: number; limit: number },
): Promise<LoggedChange[]> {
  const rows = await db
    .select({
      rev: changes.rev,
      docId: changes.docId,
      partId: changes.partId,
      oldScope: changes.oldScope,
      newScope: changes.newScope,
    })
    .from(changes)
    .where(
      and(
        eq(changes.companyId, companyId),
        gt(changes.rev, range.from),
        lte(changes.rev, range.to),
        eq(changes.collection, collection),
      ),
    )
    .orderBy(asc(changes.rev))
    .limit(range.limit);
  return rows.map((row) => ({ ...row, rev: row.rev ?? 0 }));
}

/** The last rev of a document, whatever collection it is in: where the effect of a command can be seen. */
export async function newestRev(db: CompanyDb, companyId: string, docId: string): Promise<number | null> {
  const [row] = await db
    .select({ rev: sql<string | null>`max(${changes.rev})` })
    .from(changes)
    .where(and(eq(changes.companyId, companyId), eq(changes.docId, docId)));
  return row?.rev === null || row === undefined ? null : Number(row.rev);
}
