import { and, eq, sql } from "drizzle-orm";
import { type CompanyDb, type Database, schema } from "../../db/index.ts";
import { DomainError } from "../../domain/domain-error.ts";
import { endUserSessions, findSignedInUser } from "../../domain/users/index.ts";
import type { SessionAnswer, SessionUser } from "../../sync/contracts/session.ts";
import { signedInUserToWire } from "../users/wire.ts";
import type { SessionDeps } from "./authenticate.ts";
import { createBearer } from "./bearer-token.ts";
import { isPasswordOf } from "./password.ts";
import { hashOfToken } from "./session-rows.ts";
import { beginAttempt } from "./sign-in-limits.ts";

const { users, companies, settings } = schema;

export type SignIn = { email: string; password: string; address: string; device: string };

/** Replaces an account that does not exist, so that the lookup runs the same queries. */
const NOBODY = { companyId: "00000000-0000-0000-0000-000000000000", userId: "00000000-0000-0000-0000-000000000000" };

/** Signs a user in. Returns the client's data and the token for the cookie. */
export async function signIn(
  deps: SessionDeps,
  request: SignIn,
  now: Date,
): Promise<SessionAnswer & { cookie: string }> {
  const { database, lucia, bearerKey } = deps;
  const attempt = await beginAttempt(database, request.email, request.address, now);
  const { companyId, userId } = (await findAccount(database, request.email)) ?? NOBODY;
  const account = await database.company(companyId, (tx) => loadAccount(tx, companyId, userId));
  if (!(await isPasswordOf(account?.passwordHash ?? null, request.password)) || !account) {
    throw new DomainError("ERR_INVALID_CREDENTIALS");
  }
  await attempt.succeed();
  if (!account.isActive) throw new DomainError("ERR_COMPANY_INACTIVE");
  requirePaid(account.dueDate.toISOString(), now);
  if (account.singleSession !== "disabled") {
    await database.company(companyId, (tx) => endUserSessions(tx, { companyId, id: userId }, "elsewhere"));
  }
  const session = await lucia.createSession(userId, { companyId, device: request.device });
  const token = createBearer(bearerKey, { companyId, id: hashOfToken(session.id) }, now);
  return { token, user: await requireUser(database, companyId, userId), cookie: session.id };
}

/** Refuses a company past its due date, at sign-in and at each new bearer. */
export function requirePaid(dueDate: string, now: Date): void {
  if (new Date(dueDate) < now) throw new DomainError("ERR_SUBSCRIPTION_EXPIRED", { dueDate });
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

export async function loadAccount(tx: CompanyDb, companyId: string, userId: string) {
  const [account] = await tx
    .select({
      passwordHash: users.passwordHash,
      isActive: companies.isActive,
      dueDate: companies.dueDate,
      singleSession: settings.value,
    })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(settings, and(eq(settings.companyId, users.companyId), eq(settings.key, "singleSession")))
    .where(and(eq(users.companyId, companyId), eq(users.id, userId)));
  return account;
}
