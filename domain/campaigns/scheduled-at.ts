import { CAMPAIGN_LATEST_MS } from "../../sync/contracts/campaigns.ts";
import { instantOf, isLocal } from "../../sync/contracts/local-time.ts";
import { companyTimeZone } from "../company-time/index.ts";
import type { DeskContext } from "../context.ts";
import { DomainError } from "../domain-error.ts";

/** Returns the instant of a form's local time, or of an ISO instant; null: not scheduled. */
export async function scheduledAtOf(ctx: DeskContext, text: string | null): Promise<Date | null> {
  if (text === null) return null;
  return isLocal(text) ? instantOf(text, await companyTimeZone(ctx)) : new Date(text);
}

export const isTooLate = (now: Date, scheduledAt: Date) => now.getTime() - scheduledAt.getTime() > CAMPAIGN_LATEST_MS;

/** Refuses a start time so long past that the campaign would never start. */
export function refuseTooLate({ now }: DeskContext, scheduledAt: Date): void {
  if (isTooLate(now, scheduledAt))
    throw new DomainError("ERR_CAMPAIGN_TOO_LATE", { scheduledAt: scheduledAt.toISOString() });
}
