import { eq } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requireSuper } from "../../ground/require-permission.ts";
import { changesOf, recordAudit } from "../audit/index.ts";
import { renameUser, requireUser } from "../users/index.ts";

const { companies } = schema;

export type PersonChange = { name?: string; email?: string; password?: string };

/**
 * Changes the name of a person of the company `ctx.companyId`, and the e-mail while nobody of the company has signed in:
 * a super user who could set a password or another e-mail afterwards could read the company's conversations. Then
 * `invite` mails a code to the new address. Super users only; refuses with ERR_OTHERS_SIGN_IN.
 */
export async function changePerson(
  ctx: Context,
  id: string,
  { name, email, password = "" }: PersonChange,
  invite: (ctx: Context, userId: string) => Promise<unknown>,
): Promise<void> {
  requireSuper(ctx);
  const before = await requireUser(ctx, id);
  const isMoved = email !== undefined && email !== before.email;
  if (password !== "" || (isMoved && (await wasUsed(ctx)))) throw new DomainError("ERR_OTHERS_SIGN_IN", { id });
  await renameUser(ctx, id, { name, email: isMoved ? email : undefined });
  if (isMoved) await invite(ctx, id);
  const after = { name: name ?? before.name, email: email ?? before.email };
  const changes = changesOf({ name: before.name, email: before.email }, after);
  if (Object.keys(changes).length > 0)
    await recordAudit(ctx, {
      action: "user.changed",
      companyId: ctx.companyId,
      subject: { id, name: after.name },
      changes,
    });
}

/** Returns whether anybody of the company has ever signed in. */
async function wasUsed({ db, companyId }: Context): Promise<boolean> {
  const [company] = await db
    .select({ lastSignInAt: companies.lastSignInAt })
    .from(companies)
    .where(eq(companies.id, companyId));
  return company?.lastSignInAt !== null;
}
