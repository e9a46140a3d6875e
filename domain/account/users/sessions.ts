import { and, desc, eq, gt, inArray, ne, type SQL, sql } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { type CompanyDb, claimKey, inParallel, notifyPeople, releaseKeys, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requireUser } from "./list-users.ts";
import { requireSelfOrManager } from "./policy.ts";

const { sessions } = schema;

/** Why a session has ended, for its stream. */
export type EndReason = "elsewhere" | "ended";

/** The NOTIFY channel for ended sessions. */
export const SESSIONS_CHANNEL = "balcao_sessions";

/** `id` is the public id, never the secret's hash. */
export type SessionView = { id: string; device: string; since: Date; lastSeenAt: Date; isCurrent: boolean };

/** Lists a user's sessions, newest first. `currentId`: the session of the request. */
export async function listSessions(ctx: Context, userId: string, currentId = ""): Promise<SessionView[]> {
  await requireUser(ctx, userId);
  requireSelfOrManager(ctx, userId);
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.companyId, ctx.companyId), eq(sessions.userId, userId), gt(sessions.expiresAt, ctx.now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.publicId));
  return rows.map(({ id, publicId, device, createdAt, lastSeenAt }) => ({
    id: publicId,
    device,
    since: createdAt,
    lastSeenAt,
    isCurrent: id === currentId,
  }));
}

/** Signs out one of the user's devices. */
export async function signOutSession(ctx: Context, userId: string, publicId: string): Promise<void> {
  await requireUser(ctx, userId);
  requireSelfOrManager(ctx, userId);
  const isSession = and(eq(sessions.userId, userId), eq(sessions.publicId, publicId));
  const ended = await deleteSessions(ctx.db, ctx.companyId, isSession);
  if (ended.length === 0) throw new DomainError("ERR_NO_SESSION_FOUND", { id: publicId });
  for (const id of ended) await notifyEnded(ctx.db, id, "ended");
}

/** Inserts a session; `id` is the hash of its secret. */
export async function insertSession(tx: CompanyDb, session: typeof sessions.$inferInsert): Promise<void> {
  const { companyId, id, userId } = session;
  const key = { companyId, kind: "session" as const, key: id, rowId: userId };
  await inParallel([tx.insert(sessions).values(session), claimKey(tx, key)]);
}

/** Deletes sessions of the company and tells nobody. Returns their ids. */
export async function deleteSessions(tx: CompanyDb, companyId: string, which: SQL | undefined): Promise<string[]> {
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.companyId, companyId), which))
    .returning({ id: sessions.id });
  const ids = ended.map(({ id }) => id);
  await releaseKeys(tx, { companyId, kind: "session", keys: ids });
  if (ids.length > 0) await notifyPeople(tx, companyId);
  return ids;
}

/** Ends a user's sessions in this transaction; after the commit their streams are told why. */
export async function endUserSessions(
  tx: CompanyDb,
  user: { companyId: string; id: string },
  reason: EndReason,
  exceptId = "",
): Promise<void> {
  const others = and(eq(sessions.userId, user.id), ne(sessions.id, exceptId));
  for (const id of await deleteSessions(tx, user.companyId, others)) await notifyEnded(tx, id, reason);
}

/** Ends the sessions of all users of a company that was deactivated or deleted. */
export async function endCompanySessions(tx: CompanyDb, companyId: string): Promise<void> {
  for (const id of await deleteSessions(tx, companyId, undefined)) await notifyEnded(tx, id, "ended");
}

export async function notifyEnded(tx: CompanyDb, id: string, reason: EndReason): Promise<void> {
  await tx.execute(sql`select pg_notify(${SESSIONS_CHANNEL}, ${JSON.stringify({ id, reason })})`);
}

/** Returns which of these sessions have ended: notifications of an end may be lost. */
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
