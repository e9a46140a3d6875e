import type { CampaignCounts } from "../../../../sync/contracts/wire/campaigns.ts";

/** Returns the percentage of the valid recipients that have the message: 100 only when all have it. */
export const deliveredPercent = ({ delivered, valid }: CampaignCounts): number =>
  valid === 0 ? 0 : Math.floor((delivered / valid) * 100);
