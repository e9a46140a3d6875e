import type { CampaignCounts } from "../../../../contracts/wire/campaigns.ts";

/** Returns the percentage of the valid recipients that have the message: 100 only when all have it. */
export const deliveredPercent = ({ delivered, valid }: CampaignCounts): number =>
  valid === 0 ? 0 : Math.floor((delivered / valid) * 100);

/** Returns how many valid people got out after the start: they declined, opted out or did not answer. */
export const leftLater = ({ total, valid, excluded }: CampaignCounts): number =>
  Math.max(0, excluded - (total - valid));

/** Returns how many messages have left and are not delivered. */
export const underWay = (counts: CampaignCounts): number => {
  const { valid, delivered, failed, queued, awaiting } = counts;
  return Math.max(0, valid - delivered - failed - queued - awaiting - leftLater(counts));
};
