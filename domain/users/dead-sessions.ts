import { and, eq, gt, inArray } from "drizzle-orm";
import { type CompanyDb, schema } from "../../db/index.ts";

const { sessions } = schema;

/** Which of these sessions are over: a line that somebody keeps open does not hear of every end. */
export async function deadSessions(
  db: CompanyDb,
  companyId: string,
  ids: readonly string[],
  now = new Date(),
): Promise<string[]> {
  if (ids.length === 0) return [];
  const living = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.companyId, companyId), inArray(sessions.id, [...ids]), gt(sessions.expiresAt, now)));
  const alive = new Set(living.map(({ id }) => id));
  return ids.filter((id) => !alive.has(id));
}
