import { and, eq, inArray } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import type { MailState } from "../../../contracts/office/mails.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";

const { mailRecipients } = schema;

type Change = {
  from: MailState;
  set: Partial<typeof mailRecipients.$inferSelect>;
  /** Undefined: all of the mail that are in the state. */
  ids?: readonly string[];
};

/** The values of a recipient that is to be sent from now on. */
export const toBeSent = (dueAt: Date) =>
  ({ state: "waiting", dueAt, attempts: 0, problem: null, reply: null, leaseId: null, leaseUntil: null }) as const;

/**
 * Changes the recipients of a mail that are in a state. Refuses when there is none. An attempt that is under way for one of
 * them finds its state changed and hands no body over.
 */
export async function changeRecipients(ctx: Context, mailId: string, { from, set, ids }: Change): Promise<number> {
  const changed = await ctx.db
    .update(mailRecipients)
    .set({ ...set, updatedAt: ctx.now })
    .where(
      and(
        eq(mailRecipients.companyId, ctx.companyId),
        eq(mailRecipients.mailId, mailId),
        eq(mailRecipients.state, from),
        ids && inArray(mailRecipients.id, [...ids]),
      ),
    )
    .returning({ id: mailRecipients.id });
  if (changed.length === 0) throw new DomainError("ERR_MAIL_STATE", { id: mailId, from });
  return changed.length;
}
