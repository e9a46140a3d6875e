import { DomainError } from "../../../contracts/domain-error.ts";
import { instantOf, isLocal } from "../../../contracts/local-time.ts";
import { CAMPAIGN_LATEST_MS, type CampaignInput, MAX_SENT_AGO_MS } from "../../../contracts/marketing/campaigns.ts";
import { companyTimeZone } from "../../ground/company-time/index.ts";
import type { DeskContext } from "../../ground/context.ts";

/** Returns the instant of a form's local time, or of an ISO instant; null: not scheduled. */
export async function scheduledAtOf(ctx: DeskContext, text: string | null): Promise<Date | null> {
  if (text === null) return null;
  return isLocal(text) ? instantOf(text, await companyTimeZone(ctx)) : new Date(text);
}

/** Whether a scheduled campaign is so late that it does not start any more. */
export const isTooLate = (now: Date, scheduledAt: Date) => now.getTime() - scheduledAt.getTime() > CAMPAIGN_LATEST_MS;

/**
 * Refuses a start time that is not in the future. A time that was in the future when the request was sent is accepted
 * for two minutes: the network, not the user, is late. Only an outage of the server makes a campaign start later.
 */
export function refusePast({ now }: DeskContext, scheduledAt: Date, sentAt: CampaignInput["sentAt"]): void {
  if (scheduledAt > now) return;
  const isOnTheWay =
    sentAt !== null && scheduledAt > new Date(sentAt) && now.getTime() - scheduledAt.getTime() <= MAX_SENT_AGO_MS;
  if (!isOnTheWay) throw new DomainError("ERR_CAMPAIGN_NOT_FUTURE", { scheduledAt: scheduledAt.toISOString() });
}
