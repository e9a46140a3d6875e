import { TriangleAlert } from "lucide-react";
import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Notice } from "../../../ui/notice.tsx";
import { momentAt } from "../parts/campaign-times.ts";
import type { CampaignReport } from "./report-wire.ts";

type Connection = CampaignReport["connections"][number];

/** Says which connections were deleted, and which of a running campaign wait, for what and until when. */
export function WaitingNotices({ report: { campaign, connections, timeZone } }: { report: CampaignReport }) {
  const isRunning = campaign.status === "running";
  return connections
    .filter(({ waitsFor, isDeleted }) => isDeleted || (isRunning && waitsFor !== null))
    .map((connection) => (
      <Notice key={connection.id} tone="warn" icon={<TriangleAlert aria-hidden="true" size={16} />}>
        {sentenceOf(connection, timeZone)}
      </Notice>
    ));
}

function sentenceOf({ name, isDeleted, sent, waitsFor, waitsUntil }: Connection, timeZone: string): string {
  if (isDeleted && name) return m.campaigns_connection_deleted({ name, count: sent, shown: numberFormat(sent) });
  if (isDeleted) return m.campaigns_connection_deleted_unnamed({ count: sent, shown: numberFormat(sent) });
  if (waitsFor === "connection") return m.campaigns_waits_connection({ name });
  const at = waitsUntil ? momentAt(waitsUntil, timeZone) : "";
  return waitsFor === "limit" ? m.campaigns_waits_limit({ name, at }) : m.campaigns_waits_window({ name, at });
}
