import { eq, sql } from "drizzle-orm";
import { type CompanyDb, type Database, schema } from "../../../db/index.ts";
import type { FileStore } from "../../../outside/file-store/index.ts";
import { recordAudit } from "../audit/index.ts";

const { companies } = schema;

/** Rows of one table per transaction. */
const MAX_ROWS = 2_000;

/** The companies that were deleted more than 30 days ago. */
export async function companiesToRemove(platform: Database["platform"]): Promise<string[]> {
  const rows = await platform.execute<{ id: string }>(sql`select companies_to_remove() as id`);
  return rows.map(({ id }) => id);
}

/**
 * Removes a company that was deleted more than 30 days ago: every row, job and file of it, and the audit about it. Runs
 * in batches, and continues where an earlier run was stopped: the company's own row goes last, and says until then how
 * far it is. Returns whether it is gone.
 */
export async function removeCompany(
  { database, files }: { database: Database; files: Pick<FileStore, "removeAll"> },
  companyId: string,
  mayGoOn: () => boolean = () => true,
): Promise<boolean> {
  const onCompany = (work: (db: CompanyDb) => Promise<void>) =>
    database.asPlatform(work, { companyId, retryOnConflict: true });
  await beginRemoval(database, companyId);
  for (;;) {
    if (!mayGoOn()) return false;
    const [row] = await database.platform.execute<{ removed: number }>(
      sql`select remove_company_rows(${companyId}, ${MAX_ROWS}) as removed`,
    );
    const removed = row?.removed ?? 0;
    if (removed === 0) break;
    await onCompany((db) => noteRemoved(db, companyId, removed));
  }
  await files.removeAll(companyId);
  await onCompany((db) => endRemoval(db, companyId));
  return true;
}

/** Counts the company's rows once, for those who watch. */
async function beginRemoval(database: Database, companyId: string): Promise<void> {
  const isBegun = await database.asPlatform(
    async (db) => {
      const [row] = await db
        .select({ total: companies.removalTotal })
        .from(companies)
        .where(eq(companies.id, companyId));
      return row?.total !== null;
    },
    { companyId },
  );
  if (isBegun) return;
  const [counted] = await database.platform.execute<{ total: string }>(
    sql`select count_company_rows(${companyId}) as total`,
  );
  const set = { removalTotal: Number(counted?.total ?? 0), removalAt: new Date() };
  await database.asPlatform((db) => db.update(companies).set(set).where(eq(companies.id, companyId)), {
    companyId,
    retryOnConflict: true,
  });
}

async function noteRemoved(db: CompanyDb, companyId: string, removed: number): Promise<void> {
  await db
    .update(companies)
    .set({ removalRows: sql`${companies.removalRows} + ${removed}`, removalAt: new Date() })
    .where(eq(companies.id, companyId));
}

/** Deletes the company's own row, and records that a company was removed, without naming it. */
async function endRemoval(db: CompanyDb, companyId: string): Promise<void> {
  const [removed] = await db.delete(companies).where(eq(companies.id, companyId)).returning({ id: companies.id });
  if (!removed) return;
  await recordAudit(
    { db, now: new Date() },
    { action: "company.removed", companyId: null, subject: { id: null, name: "" } },
  );
}
