import { isErrorCode } from "../../../contracts/errors.ts";
import { serverNow } from "../../../sync/client/server-clock.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { classNames } from "../../ui/class-names.ts";
import { Table, type TableColumn } from "../../ui/lists/table.tsx";
import { ActionIcons, type RecordAction } from "../lists/index.ts";
import { CampaignStatus } from "./parts/campaign-look.tsx";
import { fullAt } from "./parts/campaign-times.ts";
import type { CampaignRow } from "./parts/campaign-wire.ts";
import { deliveredPercent } from "./parts/count-figures.ts";

type CampaignsTableProps = {
  rows: CampaignRow[];
  timeZone: string;
  actions: (campaign: CampaignRow) => RecordAction[];
};

export const CampaignsTable = ({ rows, timeZone, actions }: CampaignsTableProps) => (
  <Table
    label={m.campaigns_title()}
    columns={columns(timeZone)}
    rows={rows}
    rowKey={({ id }) => id}
    actionsHeader={m.lists_col_actions()}
    actions={(campaign) => <ActionIcons actions={actions(campaign)} />}
  />
);

const Empty = ({ children }: { children: string }) => <span className="whitespace-nowrap text-ink-3">{children}</span>;

const columns = (timeZone: string): TableColumn<CampaignRow>[] => [
  {
    id: "name",
    header: m.campaigns_col_name(),
    isTitle: true,
    cell: ({ name }) => <span className="font-medium [overflow-wrap:anywhere]">{name}</span>,
  },
  {
    id: "status",
    header: m.campaigns_col_status(),
    cell: (campaign) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 py-1">
        <CampaignStatus status={campaign.status} />
        <span className="text-ink-3 text-xs tabular-nums">{besideStatus(campaign)}</span>
      </span>
    ),
  },
  {
    id: "list",
    header: m.campaigns_col_list(),
    cell: ({ contactList }) =>
      contactList ? <Second>{contactList.name}</Second> : <Empty>{m.campaigns_no_list()}</Empty>,
  },
  {
    id: "connection",
    header: m.campaigns_col_connection(),
    cell: ({ whatsapp }) =>
      whatsapp ? <Second>{whatsapp.name}</Second> : <Empty>{m.campaigns_no_connection()}</Empty>,
  },
  {
    id: "scheduled",
    header: m.campaigns_col_scheduled(),
    cell: ({ scheduledAt }) => <Moment at={scheduledAt} timeZone={timeZone} none={m.campaigns_no_schedule()} />,
  },
  {
    id: "completed",
    header: m.campaigns_col_completed(),
    cell: ({ completedAt }) => <Moment at={completedAt} timeZone={timeZone} none={m.campaigns_not_completed()} />,
  },
  {
    id: "confirmation",
    header: m.campaigns_col_confirmation(),
    cell: ({ confirmation }) => (
      <span className={classNames(!confirmation && "text-ink-3")}>{confirmationText(confirmation)}</span>
    ),
  },
];

const Second = ({ children }: { children: string }) => (
  <span className="line-clamp-2 text-ink-2 [overflow-wrap:anywhere]" title={children}>
    {children}
  </span>
);

function Moment({ at, timeZone, none }: { at: string | null; timeZone: string; none: string }) {
  if (!at) return <Empty>{none}</Empty>;
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {fullAt(at, timeZone)}
    </time>
  );
}

export const confirmationText = (on: boolean) => (on ? m.campaigns_confirmation_on() : m.campaigns_confirmation_off());

const DAY_MS = 86_400_000;

/** Returns the text beside the status: the progress, the days until the start, or why the server cancelled it. */
export function besideStatus({ status, counts, scheduledAt, reason }: CampaignRow, now = serverNow()): string {
  if (status === "running" && counts) return m.campaigns_report_percent({ percent: String(deliveredPercent(counts)) });
  if (status === "scheduled" && scheduledAt) {
    const days = Math.floor((Date.parse(scheduledAt) - now) / DAY_MS);
    return days < 1 ? "" : m.campaigns_in_days({ count: days });
  }
  if (status === "inactive" && scheduledAt) return m.campaigns_unconfirmed();
  return status === "cancelled" && reason && isErrorCode(reason) ? errorMessage(reason) : "";
}
