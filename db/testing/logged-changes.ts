import { and, eq } from "drizzle-orm";
import { type CompanyDb, schema } from "../index.ts";

/** Counts the changes of a document that a company has, with a revision or without one. */
export async function countLogged(db: CompanyDb, companyId: string, docId: string): Promise<number> {
  const ofDocument = (log: typeof schema.changes | typeof schema.unnumberedChanges) =>
    db.$count(log, and(eq(log.companyId, companyId), eq(log.docId, docId)));
  return (await ofDocument(schema.changes)) + (await ofDocument(schema.unnumberedChanges));
}
