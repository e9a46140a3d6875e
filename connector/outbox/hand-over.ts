import { sql } from "drizzle-orm";
import { mayLeave } from "../../domain/desk/consent/index.ts";
import type { HandOver } from "../channel.ts";
import type { CompanyTransactions } from "../company-transactions.ts";
import { limitTo } from "../concurrency/concurrency-limit.ts";

/** The contact of a campaign message has opted out, or the message waits no more: it was not handed over. */
export class NotAllowedToLeave extends Error {
  override name = "NotAllowedToLeave";
}

/** A channel needs database connections of the same pool meanwhile: only so many of them hold one for a hand-over. */
const AT_ONCE = 4;
const inTurn = limitTo(AT_ONCE);

/**
 * Hands a campaign message over while an opt-out of its contact waits: nothing leaves after an opt-out was stored
 * (docs/decisions/0046).
 */
export const handOverWithConsent =
  (transactions: CompanyTransactions, companyId: string, messageId: string): HandOver =>
  (work) =>
    inTurn(() =>
      transactions.run(companyId, async (ctx) => {
        // Longer than a channel's request takes: the usual limit would end the lock during the hand-over.
        await ctx.db.execute(sql`set local idle_in_transaction_session_timeout = '90s'`);
        if (!(await mayLeave(ctx, messageId))) throw new NotAllowedToLeave();
        return work();
      }),
    );
