import { and, eq, type SQL } from "drizzle-orm";
import { can } from "../../../contracts/account/permissions.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";

const { mails } = schema;

export type MailRow = typeof mails.$inferSelect;

export const one = (ctx: Pick<DeskContext, "companyId">, id: string) =>
  and(eq(mails.companyId, ctx.companyId), eq(mails.id, id));

/** The mails that the actor may see and change: their own; admins those of everyone. */
export const visibleMails = ({ actor }: Context): SQL | undefined =>
  can.manageOthersMails(actor.profile) ? undefined : eq(mails.userId, actor.id);

/** Returns a mail that the actor may see, locked until the transaction ends. */
export async function lockMail(ctx: Context, id: string): Promise<MailRow> {
  const [row] = await ctx.db
    .select()
    .from(mails)
    .where(and(one(ctx, id), visibleMails(ctx)))
    .for("no key update");
  if (!row) throw new DomainError("ERR_NO_MAIL_FOUND", { id });
  return row;
}
