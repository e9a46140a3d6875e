import * as v from "valibot";
import {
  CampaignPreviewWire,
  ExcludedPageWire,
  type CampaignPreviewWire as Preview,
} from "../../../../contracts/wire/campaigns.ts";

import type { ListPage } from "../../lists/index.ts";

export type CampaignPreview = Preview;

export const readPreview = (answer: unknown): CampaignPreview => v.parse(CampaignPreviewWire, answer);

export type Excluded = ExcludedPageWire["records"][number];
export function readExcluded(answer: unknown): ListPage<Excluded> {
  const { records, hasMore, count } = v.parse(ExcludedPageWire, answer);
  return { rows: records, hasMore, count };
}

/** Warnings that raise the risk that a number is blocked. */
const risky: readonly string[] = ["youngConnection", "manyFirstContacts", "noOptOutHint"];

/** Returns how likely the connections are to be blocked, by the number of different warnings. */
export function riskOf({ warnings }: Pick<CampaignPreview, "warnings">): "low" | "medium" | "high" {
  const kinds = new Set(warnings.map(({ code }) => code).filter((code) => risky.includes(code))).size;
  if (kinds === 0) return "low";
  return kinds === 1 ? "medium" : "high";
}

/** Returns how many people are left out. */
export const excludedOf = ({ excluded }: Pick<CampaignPreview, "excluded">): number =>
  excluded.reduce((sum, { count }) => sum + count, 0);
