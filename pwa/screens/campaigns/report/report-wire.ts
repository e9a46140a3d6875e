import * as v from "valibot";
import { CampaignReportWire, RecipientPageWire, type RecipientWire } from "../../../../contracts/wire/campaigns.ts";
import { apiFetch } from "../../../session/api-fetch.ts";
import type { ListPage } from "../../lists/index.ts";
import { type CampaignRow, fromWire } from "../parts/campaign-wire.ts";

export type CampaignReport = Omit<CampaignReportWire, "campaign"> & { campaign: CampaignRow };
export type Recipient = RecipientWire;

export function readReport(answer: unknown): CampaignReport {
  const report = v.parse(CampaignReportWire, answer);
  return { ...report, campaign: fromWire(report.campaign) };
}

export function readRecipients(answer: unknown): ListPage<Recipient> {
  const { records, hasMore, count } = v.parse(RecipientPageWire, answer);
  return { rows: records, hasMore, count };
}

export const recipientsCsv = async (id: string, query: string): Promise<Blob> =>
  (await apiFetch(`/campaigns/${id}/recipients.csv${query && `?${query}`}`)).blob();
