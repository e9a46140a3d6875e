import { and, eq } from "drizzle-orm";
import { DomainError } from "../../contracts/domain-error.ts";
import { type Database, schema } from "../../db/index.ts";
import type { Actor } from "../../domain/ground/context.ts";
import { isPasswordOf } from "./password.ts";
import { beginAttempt } from "./sign-in-limits.ts";

const { users } = schema;

/**
 * Refuses unless the password is the actor's current one. Attempts count together with sign-in attempts, so a stolen
 * bearer allows no further guesses.
 */
export async function confirmPassword(
  database: Database,
  actor: Actor,
  { password, network, now }: { password: string; network: string; now: Date },
): Promise<void> {
  const wrong = new DomainError("ERR_WRONG_PASSWORD", { fields: { currentPassword: password ? "wrong" : "required" } });
  if (!password) throw wrong;
  const { companyId, id } = actor;
  const [account] = await database.company(companyId, (tx) =>
    tx
      .select({ email: users.email, passwordHash: users.passwordHash })
      .from(users)
      .where(and(eq(users.companyId, companyId), eq(users.id, id))),
  );
  const attempt = await beginAttempt(database, account?.email ?? "", network, now);
  if (!(await isPasswordOf(account?.passwordHash ?? null, password))) throw wrong;
  await attempt.succeed();
}
