import { eq, sql } from "drizzle-orm";
import { type CompanyDb, type Database, schema } from "../../db/index.ts";
import { recordAudit } from "../audit/index.ts";
import type { FileStore } from "../files/index.ts";

const { companies } = schema;

/** Rows of one table per transaction. */
const MOST_ROWS = 2_000;

/** The companies that were deleted more than 30 days ago. */
export async function companiesToRemove(platform: Database["platform"]): Promise<string[]> {
  const rows = await platform.execute<{ id: string }>(sql`select companies_to_remove() as id`);
  return rows.map(({ id }) => id);
}

/**
 * Removes a company that was deleted more than 30 days ago: every row, job and file of it, and the audit about it. Runs
 * in batches, and continues where an earlier run was stopped: the company's own row goes last. Returns whether it is gone.
 */
export async function removeCompany(
  { database, files }: { database: Database; files: Pick<FileStore, "removeAll"> },
  companyId: string,
  mayGoOn: () => boolean = () => true,
): Promise<boolean> {
  const removeRows = async () => {
    const [row] = await database.platform.execute<{ removed: number }>(
      sql`select remove_company_rows(${companyId}, ${MOST_ROWS}) as removed`,
    );
    return row?.removed ?? 0;
  };
  do if (!mayGoOn()) return false;
  while ((await removeRows()) > 0);
  await files.removeAll(companyId);
  await database.asPlatform((db) => endRemoval(db, companyId), { companyId, retryOnConflict: true });
  return true;
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
