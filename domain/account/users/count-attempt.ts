import { timingSafeEqual } from "node:crypto";
import { and, gt, lt, type SQL, sql } from "drizzle-orm";
import type { CompanyDb, schema } from "../../../db/index.ts";

type CodeTable = typeof schema.passwordResets | typeof schema.signUpCodes;

/**
 * Counts an attempt at each mailed code of `isOwn`, and compares afterwards. The rows are locked in one order, so that
 * parallel guesses wait for each other and each one counts. `attempts`: those of the code that was tried most. Null: there
 * is no code, or each one expired or was tried `most` times.
 */
export async function countAttempt(
  db: CompanyDb,
  table: CodeTable,
  { isOwn, codeHashes, most, now }: { isOwn: SQL | undefined; codeHashes: readonly string[]; most: number; now: Date },
): Promise<{ isRight: boolean; attempts: number } | null> {
  const codes = table as typeof schema.signUpCodes;
  const isOpen = and(isOwn, lt(codes.attempts, most), gt(codes.expiresAt, now));
  await db.select({ codeHash: codes.codeHash }).from(codes).where(isOpen).orderBy(codes.codeHash).for("update");
  const stored = await db
    .update(codes)
    .set({ attempts: sql`${codes.attempts} + 1` })
    .where(isOpen)
    .returning({ codeHash: codes.codeHash, attempts: codes.attempts });
  if (stored.length === 0) return null;
  const isRight = stored.some((code) => codeHashes.some((shown) => isSame(code.codeHash, shown)));
  return { isRight, attempts: Math.max(...stored.map(({ attempts }) => attempts)) };
}

const isSame = (stored: string, shown: string): boolean =>
  stored.length === shown.length && timingSafeEqual(Buffer.from(stored), Buffer.from(shown));
