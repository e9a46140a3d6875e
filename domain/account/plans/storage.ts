import { sql } from "drizzle-orm";
import { GibiByte } from "../../../contracts/desk/messages.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import type { DeskContext } from "../../ground/context.ts";
import { planLimits } from "./plan-limits.ts";
import { storedBytesOf } from "./stored-bytes.ts";

type Ctx = Pick<DeskContext, "db" | "companyId">;

/** Above the limit less this, uploads of a company wait for each other, so that they are counted one after the other. */
const MARGIN_BYTES = GibiByte;

/**
 * Refuses when the company's files, with so many bytes more, need more than its plan allows. Files that are already inserted
 * in this transaction count. Call it in the transaction that inserts the file.
 */
export async function requireStorage(ctx: Ctx, moreBytes: number): Promise<void> {
  const { storageGb: limit } = await planLimits(ctx);
  if (limit === null) return;
  const most = limit * GibiByte - moreBytes;
  if ((await storedBytesOf(ctx)) <= most - MARGIN_BYTES) return;
  // The next statement sees what others committed while this one waited.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`storage ${ctx.companyId}`}, 0))`);
  if ((await storedBytesOf(ctx)) > most) throw new DomainError("ERR_PLAN_LIMIT_STORAGE", { limit });
}

/** Returns the bytes that fit into the company's storage, 0 when it is full; null: unlimited. */
export async function freeStorage(ctx: Ctx): Promise<number | null> {
  const { storageGb: limit } = await planLimits(ctx);
  return limit === null ? null : Math.max(0, limit * GibiByte - (await storedBytesOf(ctx)));
}
