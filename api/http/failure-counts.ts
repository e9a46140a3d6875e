import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { DomainError } from "../../contracts/domain-error.ts";
import { type Database, schema } from "../../db/index.ts";

const { signInFailures } = schema;

const WINDOW_MINUTES = 15;

/**
 * Counts one more failure. Returns the seconds to wait, 0 for none. An expired window starts again with this failure.
 */
export async function countFailure(database: Database, key: string, most: number, now: Date): Promise<number> {
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
  return row && row.count > most ? secondsLeft(row.firstAt, now) : 0;
}

/** Returns the seconds to wait for failures already counted; 0 for none. */
export async function secondsToWait(database: Database, key: string, most: number, now: Date): Promise<number> {
  const [row] = await database.platform.select().from(signInFailures).where(eq(signInFailures.key, key));
  return row && row.count >= most ? Math.max(0, leftIn(row.firstAt, now)) : 0;
}

const leftIn = (firstAt: Date, now: Date): number =>
  Math.ceil((firstAt.getTime() + WINDOW_MINUTES * 60_000 - now.getTime()) / 1000);
const secondsLeft = (firstAt: Date, now: Date): number => Math.max(1, leftIn(firstAt, now));

export function refuseWaiting(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0) throw new DomainError("ERR_TOO_MANY_ATTEMPTS", { retryAfterSeconds });
}

/** Hashes the value, so that the table is not a list of mistyped e-mail addresses. */
export function failureKey(kind: string, value: string): string {
  return `${kind}:${createHash("sha256").update(value.trim().toLowerCase()).digest("base64url")}`;
}
