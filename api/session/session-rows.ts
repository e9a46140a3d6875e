import { createHash } from "node:crypto";
import { and, eq, gt, ne, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { type CompanyDb, type Database, schema, together } from "../../db/index.ts";
import type { Actor } from "../../domain/context.ts";
import { loadActor } from "../../domain/users/index.ts";

const { sessions, companies } = schema;

/** Which session, in whose company. `id` is the hash the table knows: never what the cookie holds. */
export type SessionKey = { companyId: string; id: string };
export type LiveSession = SessionKey & { userId: string; expiresAt: Date; device: string; actor: Actor };

/** Why a session is over, as its stream is told. */
export type EndReason = "elsewhere" | "ended";

/** NOTIFY channel on which every process hears of ended sessions. */
export const SESSIONS_CHANNEL = "balcao_sessions";

export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** A session never changes company, so what was found once stays true. */
const companyOfSession = new LRUCache<string, string>({ max: 10_000 });

export async function findSessionCompany(database: Database, id: string): Promise<string | null> {
  const known = companyOfSession.get(id);
  if (known) return known;
  const rows = await database.platform.execute<{ company: string | null }>(
    sql`select find_session_company(${id}) as company`,
  );
  const company = rows[0]?.company ?? null;
  if (company) companyOfSession.set(id, company);
  return company;
}

/**
 * The session if it lives and its person may still act; one of a company that was switched off is dead. `tx` is in the
 * session's company.
 */
export async function loadSession(tx: CompanyDb, key: SessionKey, now: Date): Promise<LiveSession | null> {
  const isSession = and(eq(sessions.companyId, key.companyId), eq(sessions.id, key.id));
  const person = tx.select({ userId: sessions.userId }).from(sessions).where(isSession);
  // Asked together: one after the other they would be a round trip more on every request.
  const [[row], actor] = await together([
    tx
      .select({ userId: sessions.userId, expiresAt: sessions.expiresAt, device: sessions.device })
      .from(sessions)
      .innerJoin(companies, eq(companies.id, sessions.companyId))
      .where(and(isSession, gt(sessions.expiresAt, now), companies.isActive)),
    loadActor(tx, key.companyId, person),
  ]);
  return row && actor ? { ...key, ...row, actor } : null;
}

/** Ends a user's sessions in this transaction; on commit their streams are told why. */
export async function endUserSessions(
  tx: CompanyDb,
  user: { companyId: string; id: string },
  reason: EndReason,
  exceptId = "",
): Promise<void> {
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.companyId, user.companyId), eq(sessions.userId, user.id), ne(sessions.id, exceptId)))
    .returning({ id: sessions.id });
  for (const { id } of ended) await tellEnded(tx, id, reason);
}

export async function endSession(database: Database, key: SessionKey): Promise<void> {
  await database.company(key.companyId, async (tx) => {
    await tx.delete(sessions).where(and(eq(sessions.companyId, key.companyId), eq(sessions.id, key.id)));
    await tellEnded(tx, key.id, "ended");
  });
}

async function tellEnded(tx: CompanyDb, id: string, reason: EndReason): Promise<void> {
  await tx.execute(sql`select pg_notify(${SESSIONS_CHANNEL}, ${JSON.stringify({ id, reason })})`);
}
