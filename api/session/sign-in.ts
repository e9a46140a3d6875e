import { and, eq, sql } from "drizzle-orm";
import type { SessionAnswer, SessionUser } from "../../contracts/account/session.ts";
import { DomainError } from "../../contracts/domain-error.ts";
import { type CompanyDb, type Database, schema } from "../../db/index.ts";
import { markSignedIn, standingColumn } from "../../domain/account/companies/index.ts";
import { endUserSessions, findSignedInUser } from "../../domain/account/users/index.ts";
import { signedInUserToWire } from "../users/wire.ts";
import type { SessionDeps } from "./authenticate.ts";
import { createBearer } from "./bearer-token.ts";
import { isPasswordOf } from "./password.ts";
import { isRestricted, requireEntry } from "./restriction.ts";
import { hashOfToken } from "./session-rows.ts";
import { beginAttempt } from "./sign-in-limits.ts";
import { unsentKeysOf } from "./unsent-key.ts";

const { users, companies, settings } = schema;

export type SignIn = { email: string; password: string; network: string; device: string };

/** Replaces an account that does not exist, so that the lookup runs the same queries. */
export const NOBODY = {
  companyId: "00000000-0000-0000-0000-000000000000",
  userId: "00000000-0000-0000-0000-000000000000",
};

/** Signs a user in. Returns the client's data and the token for the cookie. */
export async function signIn(deps: SessionDeps, request: SignIn, now: Date): Promise<OpenedSession> {
  const { database } = deps;
  const attempt = await beginAttempt(database, request.email, request.network, now);
  const { companyId, userId } = (await findAccount(database, request.email)) ?? NOBODY;
  const account = await database.company(companyId, (tx) => loadAccount(tx, companyId, userId, now));
  if (!(await isPasswordOf(account?.passwordHash ?? null, request.password)) || !account) {
    throw new DomainError("ERR_INVALID_CREDENTIALS");
  }
  await attempt.succeed();
  requireEntry(account);
  if (account.singleSession !== "disabled")
    await database.company(companyId, (tx) => endUserSessions(tx, { companyId, id: userId }, "elsewhere"));
  return openSession(deps, { companyId, userId, device: request.device, isRestricted: isRestricted(account) }, now);
}

/** The client's data and the token for the cookie. */
export type OpenedSession = SessionAnswer & { cookie: string };

/** Begins a session of a user whose identity is proven, and stores at the company that one of its users signed in. */
export async function openSession(
  { database, lucia, bearerKeys }: SessionDeps,
  {
    companyId,
    userId,
    device,
    isRestricted,
  }: { companyId: string; userId: string; device: string; isRestricted: boolean },
  now: Date,
): Promise<OpenedSession> {
  await database.company(companyId, (tx) => markSignedIn({ db: tx, companyId, now }));
  const session = await lucia.createSession(userId, { companyId, device });
  const token = createBearer(bearerKeys, { companyId, id: hashOfToken(session.id), isRestricted }, now);
  const user = await requireUser(database, companyId, userId);
  return { token, user, ...unsentKeysOf(bearerKeys, userId), cookie: session.id };
}

export async function requireUser(database: Database, companyId: string, userId: string): Promise<SessionUser> {
  const user = await database.company(companyId, (tx) => findSignedInUser(tx, companyId, userId));
  if (!user) throw new DomainError("ERR_SESSION_EXPIRED");
  return signedInUserToWire(user);
}

export async function findAccount(database: Database, email: string) {
  const rows = await database.platform.execute<{ company_id: string; user_id: string }>(
    sql`select company_id, user_id from find_sign_in(${email.trim()})`,
  );
  return rows[0] && { companyId: rows[0].company_id, userId: rows[0].user_id };
}

export async function loadAccount(tx: CompanyDb, companyId: string, userId: string, now = new Date()) {
  const [account] = await tx
    .select({
      passwordHash: users.passwordHash,
      profile: users.profile,
      standing: standingColumn(now),
      dueDate: companies.dueDate,
      singleSession: settings.value,
    })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(settings, and(eq(settings.companyId, users.companyId), eq(settings.key, "singleSession")))
    .where(and(eq(users.companyId, companyId), eq(users.id, userId)));
  return account;
}
