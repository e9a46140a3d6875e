import { eq, sql } from "drizzle-orm";
import { DomainError } from "../../contracts/domain-error.ts";
import { type Database, schema } from "../../db/index.ts";
import { countFailure, failureKey } from "../http/failure-counts.ts";

const { signInFailures } = schema;

const PER_ACCOUNT = 10;
const PER_ADDRESS = 50;

/** Lets an account sign in again whose password has just been reset. */
export async function forgetAccountFailures(database: Database, email: string): Promise<void> {
  await database.platform.delete(signInFailures).where(eq(signInFailures.key, failureKey("account", email)));
}

/** `succeed` takes back the attempt that was counted as a failure. */
export type Attempt = { succeed(): Promise<void> };

/**
 * Counts the attempt as failed before the password is checked, so that a burst of parallel guesses counts as well.
 * Throws ERR_TOO_MANY_ATTEMPTS when the account or the address has used up its window.
 */
export async function beginAttempt(database: Database, email: string, network: string, now: Date): Promise<Attempt> {
  const account = failureKey("account", email);
  const caller = failureKey("address", network);
  const waits = [
    await countFailure(database, account, PER_ACCOUNT, now),
    await countFailure(database, caller, PER_ADDRESS, now),
  ];
  const retryAfterSeconds = Math.max(...waits);
  if (retryAfterSeconds > 0) throw new DomainError("ERR_TOO_MANY_ATTEMPTS", { retryAfterSeconds });
  return {
    async succeed() {
      await database.platform.delete(signInFailures).where(eq(signInFailures.key, account));
      await database.platform
        .update(signInFailures)
        .set({ count: sql`greatest(${signInFailures.count} - 1, 0)` })
        .where(eq(signInFailures.key, caller));
    },
  };
}
