import { and, eq } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";

const { users } = schema;
const UNIQUE_VIOLATION = "23505";

export type OwnProfile = {
  name?: string;
  email?: string;
  /** The new password, already hashed. */
  passwordHash?: string;
};

/** People change their own name, e-mail and password here; what they may do is others' to change. */
export async function changeOwnProfile(ctx: Context, userId: string, change: OwnProfile): Promise<void> {
  await requireSelf(ctx, userId);
  const { email, ...rest } = change;
  const columns = { ...rest, ...(email === undefined ? {} : { email: email.trim().toLowerCase() }) };
  if (Object.values(columns).every((value) => value === undefined)) return;
  try {
    // Of its own, so that an e-mail that is taken does not end the transaction around it.
    await ctx.db.transaction((tx) =>
      tx
        .update(users)
        .set(columns)
        .where(and(eq(users.companyId, ctx.companyId), eq(users.id, userId))),
    );
  } catch (error) {
    if (isTaken(error)) throw new DomainError("ERR_VALIDATION", { fields: { email: ["taken"] } });
    throw error;
  }
}

/** Another company's users do not exist; colleagues do, but are not one's own to change. */
export async function requireSelf(ctx: Context, userId: string): Promise<void> {
  if (userId === ctx.actor.id) return;
  const [colleague] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.companyId, ctx.companyId), eq(users.id, userId)));
  throw new DomainError(colleague ? "ERR_NO_PERMISSION" : "ERR_NO_USER_FOUND", { id: userId });
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && error.code === UNIQUE_VIOLATION) || (error.cause !== undefined && isTaken(error.cause)));
