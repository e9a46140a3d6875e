import { createHash } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Language } from "../../contracts/languages.ts";
import { type CompanyDb, type Database, inParallel, schema } from "../../db/index.ts";
import { type Standing, standingColumn } from "../../domain/account/companies/index.ts";
import { deleteSessions, insertSession, loadActor, notifyEnded } from "../../domain/account/users/index.ts";
import type { Actor } from "../../domain/ground/context.ts";

const { sessions, companies, pushSubscriptions } = schema;

/** A session and its company. `id` is the hash in the table, never the token in the cookie. */
export type SessionKey = { companyId: string; id: string };
export type LiveSession = SessionKey &
  Standing & { userId: string; expiresAt: Date; device: string; actor: Actor; language: Language };

export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** A session never changes its company, so entries stay valid. */
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
 * Loads the session if it is alive; sessions of a deactivated or deleted company are dead. `tx` is in the session's
 * company.
 */
export async function loadSession(tx: CompanyDb, key: SessionKey, now: Date): Promise<LiveSession | null> {
  const isSession = and(eq(sessions.companyId, key.companyId), eq(sessions.id, key.id));
  const person = tx.select({ userId: sessions.userId }).from(sessions).where(isSession);
  // Queried in parallel to save one round trip on every request.
  const [[row], actor] = await inParallel([
    tx
      .select({
        userId: sessions.userId,
        expiresAt: sessions.expiresAt,
        device: sessions.device,
        standing: standingColumn(now),
        dueDate: companies.dueDate,
        language: companies.language,
      })
      .from(sessions)
      .innerJoin(companies, eq(companies.id, sessions.companyId))
      .where(and(isSession, gt(sessions.expiresAt, now))),
    loadActor(tx, key.companyId, person),
  ]);
  return row && row.standing !== "inactive" && actor ? { ...key, ...row, actor } : null;
}

export async function endSession(database: Database, key: SessionKey): Promise<void> {
  await database.company(key.companyId, async (tx) => {
    await deleteSessions(tx, key.companyId, eq(sessions.id, key.id));
    await notifyEnded(tx, key.id, "ended");
  });
}

/** Stores that the session was active now. */
export async function touchSession(database: Database, key: SessionKey, now: Date): Promise<void> {
  await database.company(key.companyId, (tx) => tx.update(sessions).set({ lastSeenAt: now }).where(isKey(key)));
}

/**
 * Gives the session a new secret: the old cookie and bearer are invalid at once for everyone who has them. No end of
 * session is published, because the owner continues. The browser's push subscription moves along.
 */
export async function renewSession(
  tx: CompanyDb,
  key: SessionKey,
  newId: string,
  person: { userId: string; device: string; expiresAt: Date },
): Promise<void> {
  await insertSession(tx, { ...person, companyId: key.companyId, id: newId });
  await tx
    .update(pushSubscriptions)
    .set({ sessionId: newId })
    .where(and(eq(pushSubscriptions.companyId, key.companyId), eq(pushSubscriptions.sessionId, key.id)));
  await deleteSessions(tx, key.companyId, eq(sessions.id, key.id));
}

const isKey = ({ companyId, id }: SessionKey) => and(eq(sessions.companyId, companyId), eq(sessions.id, id));
