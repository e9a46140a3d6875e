import { eq, sql } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import { CALLS_PER_MINUTE } from "../../sync/contracts/external-sending.ts";
import { tokenHash } from "../connections/index.ts";
import type { DeskContext } from "../context.ts";
import { DomainError } from "../domain-error.ts";

const { companies, externalCalls } = schema;

/** The connection of a token and its company. */
export type Sender = { companyId: string; connectionId: string };

/** Returns the connection of a token; null: unknown. */
export async function findSender(
  platform: { execute: DeskContext["db"]["execute"] },
  token: string,
): Promise<Sender | null> {
  if (!token) return null;
  const found = await platform.execute<{ company_id: string; connection_id: string }>(
    sql`select company_id, connection_id from connection_with_token_hash(${tokenHash(token)})`,
  );
  const [only] = found;
  return only ? { companyId: only.company_id, connectionId: only.connection_id } : null;
}

const MINUTE_MS = 60_000;

/**
 * Counts a call with the connection's token in a separate transaction, so that refused calls count, too. Refuses
 * calls above the limit and of companies that may not work.
 */
export async function countCall(ctx: DeskContext, connectionId: string): Promise<void> {
  const { companyId, now } = ctx;
  const at = now.toISOString();
  const isOver = sql`${externalCalls.since} <= ${at}::timestamptz - interval '1 minute'`;
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

/** Refuses like signing in: an inactive company, or one past its due date. */
export async function requireWorking(ctx: DeskContext): Promise<void> {
  const [company] = await ctx.db
    .select({ isActive: companies.isActive, dueDate: companies.dueDate })
    .from(companies)
    .where(eq(companies.id, ctx.companyId));
  if (!company?.isActive) throw new DomainError("ERR_COMPANY_INACTIVE");
  if (company.dueDate < ctx.now)
    throw new DomainError("ERR_SUBSCRIPTION_EXPIRED", { dueDate: company.dueDate.toISOString() });
}
