import { numberFormat } from "../../i18n/number-format.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { PictureBox, type RecordField, type RecordLook } from "../lists/index.ts";
import { besideStatus, confirmationText } from "./campaigns-table.tsx";
import { statusLooks } from "./parts/campaign-look.tsx";
import { clockAt, fullAt, shortDayAt, weekdayAt } from "./parts/campaign-times.ts";
import type { CampaignRow } from "./parts/campaign-wire.ts";

export function campaignLook(campaign: CampaignRow, timeZone: string): RecordLook {
  const { Icon, ink, label } = statusLooks[campaign.status];
  return {
    name: campaign.name,
    picture: (
      <PictureBox>
        <Icon size={18} className={ink} />
      </PictureBox>
    ),
    line: <span className="truncate">{lineOf(campaign, timeZone)}</span>,
    status: <span className={`font-medium ${ink}`}>{label()}</span>,
  };
}

function lineOf(campaign: CampaignRow, timeZone: string): string {
  const { status, counts, scheduledAt, startedAt, completedAt } = campaign;
  const list = campaign.contactList?.name ?? m.campaigns_no_list();
  if (status === "scheduled" && scheduledAt)
    return `${list} · ${weekdayAt(scheduledAt, timeZone)}, ${clockAt(scheduledAt, timeZone)}`;
  if (status === "inactive" && scheduledAt) return `${list} · ${m.campaigns_unconfirmed()}`;
  const day = completedAt ?? startedAt;
  if (status === "finished" && counts && day)
    return m.campaigns_row_delivered({ delivered: numberFormat(counts.delivered), day: shortDayAt(day, timeZone) });
  if (counts) {
    const done = numberFormat(counts.delivered);
    return m.campaigns_row_stopped({ done, total: numberFormat(counts.valid) });
  }
  return m.campaigns_row_no_schedule({ list });
}

export const campaignFields = (campaign: CampaignRow, timeZone: string): RecordField[] => {
  const { contactList, whatsapp, scheduledAt, completedAt, confirmation } = campaign;
  const at = (moment: string | null, none: string) => (moment ? fullAt(moment, timeZone) : none);
  return [
    { label: m.campaigns_reason(), value: campaign.status === "cancelled" && besideStatus(campaign) },
    { label: m.campaigns_col_list(), value: contactList?.name ?? m.campaigns_no_list() },
    { label: m.campaigns_col_connection(), value: whatsapp?.name ?? m.campaigns_no_connection() },
    { label: m.campaigns_col_scheduled(), value: at(scheduledAt, m.campaigns_no_schedule()) },
    { label: m.campaigns_col_completed(), value: at(completedAt, m.campaigns_not_completed()) },
    { label: m.campaigns_col_confirmation(), value: confirmationText(confirmation) },
  ];
};
