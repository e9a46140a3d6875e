import { localMinute } from "../../../contracts/local-time.ts";
import { queueAdminMails } from "../../account/mail/index.ts";
import { companyTimeZone } from "../../ground/company-time/index.ts";
import type { Context } from "../../ground/context.ts";
import type { CampaignRow } from "./require-campaign.ts";

/** Mails the admins that a campaign was scheduled by HTTP, so that nobody has seen its dry run. */
export async function noticeScheduled(ctx: Context, { id, name, scheduledAt }: CampaignRow): Promise<void> {
  if (!scheduledAt) return;
  const at = localMinute(scheduledAt, await companyTimeZone(ctx));
  const values = { campaign: name, campaignId: id, by: ctx.actor.name, at };
  await queueAdminMails(ctx, { template: "campaignScheduled", values });
}
