import { type SQL, sql } from "drizzle-orm";
import { type CompanyDb, isAnyOf, schema } from "../../../db/index.ts";

const { companies } = schema;

/**
 * Returns the present names of companies by id, in a transaction of the platform; null and removed ones are left out. The
 * platform's own lists ask for them separately: with several nodes their tables cannot be joined with companies' tables.
 */
export async function companyNames(db: CompanyDb, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  return namesWhere(db, isAnyOf(companies.id, known));
}

/** The same of the companies whose name matches the pattern of LIKE, in the form of `searchable`. */
export const companyNamesLike = (db: CompanyDb, pattern: string): Promise<Map<string, string>> =>
  namesWhere(db, sql`searchable(${companies.name}) like ${pattern}`);

async function namesWhere(db: CompanyDb, where: SQL): Promise<Map<string, string>> {
  const rows = await db.select({ id: companies.id, name: companies.name }).from(companies).where(where);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
