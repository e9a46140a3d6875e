import { createHash } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { type CompanyDb, type Database, inParallel, schema } from "../../db/index.ts";
import type { Actor } from "../../domain/context.ts";
import { loadActor, tellEnded } from "../../domain/users/index.ts";

const { sessions, companies, pushSubscriptions } = schema;

/** Which session, in whose company. `id` is the hash the table knows: never what the cookie holds. */
export type SessionKey = { companyId: string; id: string };
export type LiveSession = SessionKey & { userId: string; expiresAt: Date; device: string; actor: Actor };

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
  const [[row], actor] = await inParallel([
    tx
      .select({ userId: sessions.userId, expiresAt: sessions.expiresAt, device: sessions.device })
      .from(sessions)
      .innerJoin(companies, eq(companies.id, sessions.companyId))
      .where(and(isSession, gt(sessions.expiresAt, now), companies.isActive)),
    loadActor(tx, key.companyId, person),
  ]);
  return row && actor ? { ...key, ...row, actor } : null;
}

export async function endSession(database: Database, key: SessionKey): Promise<void> {
  await database.company(key.companyId, async (tx) => {
    await tx.delete(sessions).where(and(eq(sessions.companyId, key.companyId), eq(sessions.id, key.id)));
    await tellEnded(tx, key.id, "ended");
  });
}

/** It was at the desk just now. */
export async function touchSession(database: Database, key: SessionKey, now: Date): Promise<void> {
  await database.company(key.companyId, (tx) => tx.update(sessions).set({ lastSeenAt: now }).where(isKey(key)));
}

/**
 * The person goes on under another secret: the old cookie and bearer are dead at once, and whoever else has them is
 * out. Nobody is told, because whoever may go on does. What the browser subscribed to moves with it.
 */
export async function renewSession(
  tx: CompanyDb,
  key: SessionKey,
  newId: string,
  person: { userId: string; device: string; expiresAt: Date },
): Promise<void> {
  await tx.insert(sessions).values({ ...person, companyId: key.companyId, id: newId });
  await tx
    .update(pushSubscriptions)
    .set({ sessionId: newId })
    .where(and(eq(pushSubscriptions.companyId, key.companyId), eq(pushSubscriptions.sessionId, key.id)));
  await tx.delete(sessions).where(isKey(key));
}

const isKey = ({ companyId, id }: SessionKey) => and(eq(sessions.companyId, companyId), eq(sessions.id, id));
