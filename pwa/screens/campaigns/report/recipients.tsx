import { useNavigate } from "@tanstack/react-router";
import {
  Check,
  CheckCheck,
  CircleAlert,
  Clock,
  Download,
  type LucideIcon,
  MessageCircle,
  RotateCcw,
  X,
} from "lucide-react";
import type { Ref } from "react";
import { type RecipientState, recipientStates } from "../../../../contracts/marketing/campaigns.ts";
import { countText } from "../../../i18n/count-text.ts";
import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { displayName, maskPhone } from "../../../i18n/phone-number.ts";
import { useSyncStatus } from "../../../session/desk.tsx";
import { useCall } from "../../../session/server-data/use-call.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { SearchField } from "../../../ui/fields/search-field.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { NearEnd } from "../../../ui/lists/near-end.tsx";
import { Table, type TableColumn } from "../../../ui/lists/table.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { saveBlob } from "../../../ui/save-blob.ts";
import { RecordRows, useList, useRecordRows, useSearch } from "../../lists/index.ts";
import { fullAt, secondsAt } from "../parts/campaign-times.ts";
import { reasonText, stateText } from "../parts/exclusion-text.ts";
import { type CampaignReport, type Recipient, readRecipients, recipientsCsv } from "./report-wire.ts";

/** The filter that shows every state. */
const ALL = "all";
export type StateFilter = RecipientState | typeof ALL;

type RecipientsProps = {
  report: CampaignReport;
  state: StateFilter;
  onState: (state: StateFilter) => void;
  section: Ref<HTMLElement>;
};

/** Lists the recipients with their state, searched and filtered; exports them; sends again to the failed ones. */
export function Recipients({ report, state, onState, section }: RecipientsProps) {
  const { id } = report.campaign;
  const search = useSearch();
  const query = { state: state === ALL ? "" : state, searchParam: search.wanted };
  const list = useList({
    path: `/campaigns/${id}/recipients`,
    query,
    read: readRecipients,
    keyOf: (recipient) => recipient.id,
    changesWith: ["campaigns"],
    remember: true,
  });
  return (
    <section ref={section} aria-labelledby="campaign-recipients" className="flex scroll-mt-4 flex-col gap-2.5">
      <div className="flex flex-wrap items-end gap-2">
        <h2
          id="campaign-recipients"
          className="flex-1 self-center font-semibold text-sm max-sm:w-full max-sm:flex-none"
        >
          {m.campaigns_recipients_title()}
          {list.count !== null && <span className="ml-1.5 font-normal text-ink-3">{countText(list.count)}</span>}
        </h2>
        <Select
          label={m.campaigns_recipients_state()}
          hideLabel
          options={[
            { value: ALL, label: m.campaigns_recipients_all() },
            ...recipientStates.map((value) => ({ value, label: stateText[value]() })),
          ]}
          value={state}
          onChange={(next) => onState(next as StateFilter)}
          className="w-40 max-sm:flex-1"
        />
        <SearchField
          label={m.campaigns_recipients_search()}
          value={search.typed}
          onChange={search.type}
          className="w-56 max-sm:w-full"
        />
        <Export report={report} query={query} />
        <Resend report={report} />
      </div>
      {list.rows.length === 0 && list.state === "ready" && (
        <p className="py-4 text-center text-ink-3 text-sm">{m.campaigns_recipients_none()}</p>
      )}
      {list.rows.length === 0 && (list.state === "offline" || list.state === "failed") && (
        <p className="py-4 text-center text-ink-3 text-sm">
          {list.state === "offline" ? m.campaigns_offline_title() : m.lists_failed_text()}
        </p>
      )}
      <div className={classNames("transition-opacity duration-fast", list.isStale && "opacity-60")}>
        {list.rows.length > 0 && <Rows rows={list.rows} timeZone={report.timeZone} />}
        {list.hasMore && <NearEnd count={list.rows.length} onNear={list.more} />}
      </div>
    </section>
  );
}

function Export({ report, query }: { report: CampaignReport; query: Record<string, string> }) {
  const { linkUp } = useSyncStatus();
  const { busy, failure, call } = useCall();
  const { id, name } = report.campaign;
  const filters = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString();
  return (
    <>
      <Button
        icon={<Download aria-hidden="true" size={15} />}
        disabled={!linkUp}
        busy={busy !== null && m.campaigns_recipients_csv()}
        onClick={() =>
          void call("csv", async () => saveBlob(await recipientsCsv(id, filters), `${fileName(name)}.csv`))
        }
        className="max-sm:flex-1"
      >
        {m.campaigns_recipients_csv()}
      </Button>
      {failure && (
        <Notice tone="danger" className="w-full">
          {failure}
        </Notice>
      )}
    </>
  );
}

/** Returns the name without characters that file systems refuse. */
const fileName = (name: string) => `${m.campaigns_recipients_file()} ${name}`.replaceAll(/[\\/:*?"<>|]/g, " ").trim();

/** Opens the dry run of the recipients that failed, from which they are sent to again. */
function Resend({ report }: { report: CampaignReport }) {
  const { linkUp } = useSyncStatus();
  const navigate = useNavigate();
  const { campaign, counts } = report;
  const canResend = campaign.status === "running" || campaign.status === "finished";
  if (counts.failed === 0 || !canResend) return null;
  return (
    <Button
      icon={<RotateCcw aria-hidden="true" size={15} />}
      disabled={!linkUp}
      onClick={() =>
        void navigate({
          to: "/campaign/$campaignId/preview",
          params: { campaignId: campaign.id },
          search: { resend: true },
        })
      }
      className="max-sm:w-full"
    >
      {m.campaigns_resend({ count: counts.failed, shown: numberFormat(counts.failed) })}
    </Button>
  );
}

type RowsProps = { rows: Recipient[]; timeZone: string };

function Rows({ rows, timeZone }: RowsProps) {
  const asRows = useRecordRows();
  if (!asRows)
    return (
      <Table label={m.campaigns_recipients_title()} columns={columns(timeZone)} rows={rows} rowKey={({ id }) => id} />
    );
  return (
    <div className="-mx-4">
      <RecordRows
        label={m.campaigns_recipients_title()}
        rows={rows}
        rowKey={({ id }) => id}
        look={(recipient) => ({
          name: displayName(recipient.name),
          picture: <Avatar id={recipient.id} name={recipient.name} />,
          line: <span className="truncate">{maskPhone(recipient.number)}</span>,
          status: <State {...recipient} isShort />,
        })}
        fields={(recipient) => [
          { label: m.campaigns_recipients_state(), value: <State {...recipient} /> },
          { label: m.campaigns_recipients_time(), value: recipient.at && fullAt(recipient.at, timeZone) },
          { label: m.campaigns_recipients_message(), value: m.campaigns_tab({ number: String(recipient.variant) }) },
          { label: m.campaigns_col_connection(), value: recipient.connectionName },
        ]}
        actions={() => []}
      />
    </div>
  );
}

const looks: Record<RecipientState, { Icon: LucideIcon; ink: string }> = {
  waiting: { Icon: Clock, ink: "text-ink-3" },
  asked: { Icon: Check, ink: "text-ink-2" },
  confirmed: { Icon: Clock, ink: "text-ink-2" },
  sent: { Icon: Check, ink: "text-ink-2" },
  delivered: { Icon: CheckCheck, ink: "text-ink-2" },
  read: { Icon: CheckCheck, ink: "text-info-ink" },
  replied: { Icon: MessageCircle, ink: "text-success-ink" },
  failed: { Icon: CircleAlert, ink: "text-danger-ink" },
  excluded: { Icon: X, ink: "text-ink-3" },
};

/** Shows the state of a recipient, and the reason of a failure or exclusion in its place. */
function State({ state, reason, isShort = false }: Pick<Recipient, "state" | "reason"> & { isShort?: boolean }) {
  const { Icon, ink } = looks[state];
  const sentence = reason && !isShort ? `${stateText[state]()}: ${reasonText(reason)}` : stateText[state]();
  return (
    <span className={classNames("flex items-center gap-1.5", ink)}>
      <Icon aria-hidden="true" size={15} className="shrink-0" />
      {sentence}
    </span>
  );
}

const columns = (timeZone: string): TableColumn<Recipient>[] => [
  {
    id: "name",
    header: m.campaigns_recipients_name(),
    isTitle: true,
    cell: ({ id, name }) => (
      <span className="flex items-center gap-2.5">
        <Avatar id={id} name={name} size={24} />
        <span dir="auto" className="font-medium [overflow-wrap:anywhere]">
          {displayName(name)}
        </span>
      </span>
    ),
  },
  {
    id: "number",
    header: m.campaigns_recipients_number(),
    cell: ({ number }) => <span className="text-ink-2 tabular-nums">{maskPhone(number)}</span>,
  },
  {
    id: "message",
    header: m.campaigns_recipients_message(),
    cell: ({ variant }) => <span className="text-ink-2">{m.campaigns_tab({ number: String(variant) })}</span>,
  },
  {
    id: "time",
    header: m.campaigns_recipients_time(),
    cell: ({ at }) =>
      at && (
        <time dateTime={at} title={fullAt(at, timeZone)} className="text-ink-2 tabular-nums">
          {secondsAt(at, timeZone)}
        </time>
      ),
  },
  { id: "state", header: m.campaigns_recipients_state(), cell: (recipient) => <State {...recipient} /> },
];
