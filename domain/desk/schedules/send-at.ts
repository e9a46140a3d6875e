import { sql } from "drizzle-orm";
import { SCHEDULE_LATEST_MS } from "../../../contracts/desk/schedules.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { isLocal } from "../../../contracts/local-time.ts";
import { companyTimeZone, instantAt } from "../../ground/company-time/index.ts";
import type { DeskContext } from "../../ground/context.ts";

/** Returns the instant of a form's local time, or of an ISO instant. */
export async function sendAtOf(ctx: DeskContext, sendAt: string): Promise<Date> {
  if (!isLocal(sendAt)) return new Date(sendAt);
  const instant = instantAt(sendAt, await companyTimeZone(ctx));
  const [row] = await ctx.db.execute<{ ms: number }>(sql`select (extract(epoch from ${instant}) * 1000)::float8 as ms`);
  if (!row) throw new Error("a select answered no row");
  return new Date(row.ms);
}

/** Refuses times so long past that the message would never be sent. */
export function refuseTooLate({ now }: DeskContext, sendAt: Date): void {
  if (isTooLate(now, sendAt)) throw new DomainError("ERR_SCHEDULE_TOO_LATE", { sendAt: sendAt.toISOString() });
}

export const isTooLate = (now: Date, sendAt: Date) => now.getTime() - sendAt.getTime() > SCHEDULE_LATEST_MS;
