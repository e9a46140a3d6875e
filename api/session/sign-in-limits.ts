import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { type Database, schema } from "../../db/index.ts";
import { DomainError } from "../../domain/domain-error.ts";

const { signInFailures } = schema;

const WINDOW_MINUTES = 15;
const PER_ACCOUNT = 10;
const PER_ADDRESS = 50;

/** Takes back one attempt that was no failure. */
export type Attempt = { succeed(): Promise<void> };

/**
 * Counts the attempt as failed before the password is looked at, so that a burst of parallel guesses counts as well.
 * Throws ERR_TOO_MANY_ATTEMPTS when the account or the address has used up its window.
 */
export async function beginAttempt(database: Database, email: string, address: string, now: Date): Promise<Attempt> {
  const account = keyOf("account", email);
  const caller = keyOf("address", address);
  const waits = [await count(database, account, PER_ACCOUNT, now), await count(database, caller, PER_ADDRESS, now)];
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

/** Seconds to wait, 0 for none. A window that is over starts anew with this attempt. */
async function count(database: Database, key: string, most: number, now: Date): Promise<number> {
  const at = now.toISOString();
  const started = sql`${signInFailures.firstAt} > ${at}::timestamptz - make_interval(mins => ${WINDOW_MINUTES})`;
  const [row] = await database.platform
    .insert(signInFailures)
    .values({ key, count: 1, firstAt: now })
    .onConflictDoUpdate({
      target: signInFailures.key,
      set: {
        count: sql`case when ${started} then ${signInFailures.count} + 1 else 1 end`,
        firstAt: sql`case when ${started} then ${signInFailures.firstAt} else ${at}::timestamptz end`,
      },
    })
    .returning();
  if (!row || row.count <= most) return 0;
  return Math.max(1, Math.ceil((row.firstAt.getTime() + WINDOW_MINUTES * 60_000 - now.getTime()) / 1000));
}

/** Hashed: the table shall not be a list of e-mail addresses that people mistyped. */
function keyOf(kind: string, value: string): string {
  return `${kind}:${createHash("sha256").update(value.trim().toLowerCase()).digest("base64url")}`;
}
