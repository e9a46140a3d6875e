import { and, eq, gt, isNotNull, isNull, lt } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { type CompanyDb, schema } from "../../../db/index.ts";

const { signUpCodes, signUpTokens } = schema;

type TokenRow = typeof signUpTokens.$inferSelect;

export async function insertToken(
  db: CompanyDb,
  { now, ...token }: Omit<TokenRow, "createdAt"> & { now: Date },
): Promise<void> {
  await db.insert(signUpTokens).values({ ...token, createdAt: now });
}

/** Uses up the proof that a code has confirmed the address, or throws ERR_SIGN_UP_PROOF. */
export async function takeProof(
  db: CompanyDb,
  { email, tokenHash, now }: { email: string; tokenHash: string; now: Date },
): Promise<void> {
  const [taken] = await db
    .delete(signUpTokens)
    .where(and(isToken(tokenHash, now), isNull(signUpTokens.pending), eq(signUpTokens.email, email)))
    .returning({ email: signUpTokens.email });
  if (!taken) throw new DomainError("ERR_SIGN_UP_PROOF");
}

/** Uses up the token of a mailed link and returns what it signs up, or throws ERR_SIGN_UP_LINK. */
export async function takeLink(db: CompanyDb, { tokenHash, now }: { tokenHash: string; now: Date }) {
  const [taken] = await db
    .delete(signUpTokens)
    .where(and(isToken(tokenHash, now), isNotNull(signUpTokens.pending)))
    .returning({ email: signUpTokens.email, pending: signUpTokens.pending });
  if (!taken?.pending) throw new DomainError("ERR_SIGN_UP_LINK");
  return { email: taken.email, ...taken.pending };
}

/** Deletes the codes and tokens of an address that has an account now. */
export async function forgetSignUps(db: CompanyDb, email: string): Promise<void> {
  await db.delete(signUpCodes).where(eq(signUpCodes.email, email));
  await db.delete(signUpTokens).where(eq(signUpTokens.email, email));
}

/** Deletes expired codes and tokens. `db` runs as the platform. */
export async function deleteExpiredSignUps(db: CompanyDb, now: Date): Promise<void> {
  await db.delete(signUpTokens).where(lt(signUpTokens.expiresAt, now));
  // The wait after wrong attempts is over an hour after the code expired.
  await db.delete(signUpCodes).where(lt(signUpCodes.expiresAt, new Date(now.getTime() - 3_600_000)));
}

const isToken = (tokenHash: string, now: Date) =>
  and(eq(signUpTokens.tokenHash, tokenHash), gt(signUpTokens.expiresAt, now));
