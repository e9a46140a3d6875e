import { sql } from "drizzle-orm";
import { CALLS_PER_MINUTE } from "../../../contracts/desk/external-sending.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { externalCalls } = schema;

const MINUTE_MS = 60_000;

/**
 * Counts a call with the connection's token in a separate transaction, so that refused calls count, too. Refuses
 * calls above the limit and of companies that may not work.
 */
export async function countCall(ctx: DeskContext, connectionId: string): Promise<void> {
  const { companyId, now } = ctx;
  const at = now.toISOString();
  const isOver = sql`${externalCalls.since} <= ${new Date(now.getTime() - MINUTE_MS).toISOString()}::timestamptz`;
  const [calls] = await ctx.db
    .insert(externalCalls)
    .values({ companyId, connectionId, count: 1, since: now, lastUsedAt: now })
    .onConflictDoUpdate({
      target: [externalCalls.companyId, externalCalls.connectionId],
      set: {
        count: sql`case when ${isOver} then 1 else least(${externalCalls.count}, ${CALLS_PER_MINUTE}) + 1 end`,
        since: sql`case when ${isOver} then ${at}::timestamptz else ${externalCalls.since} end`,
        lastUsedAt: now,
      },
    })
    .returning();
  if (calls && calls.count > CALLS_PER_MINUTE) {
    const leftMs = calls.since.getTime() + MINUTE_MS - now.getTime();
    throw new DomainError("ERR_TOO_MANY_ATTEMPTS", { retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1_000)) });
  }
}
