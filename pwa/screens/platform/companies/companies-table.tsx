import { serverDate } from "../../../../sync/client/server-clock.ts";
import { calendarDate } from "../../../i18n/calendar-date.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useMinute } from "../../../ui/hooks/use-minute.ts";
import { Table, type TableColumn } from "../../../ui/lists/table.tsx";
import { ActionIcons, type RecordAction } from "../../lists/index.ts";
import { type Company, hasCampaigns } from "./company-form.ts";
import { campaignsText, daysToRestore, statusText } from "./company-records.tsx";
import { dayText, dueTone, dueWords } from "./due-text.ts";
import { planColumn, usageColumns } from "./usage-columns.tsx";
import type { Usages } from "./use-usages.ts";

/** The columns of the table: a company's record, or its use of the plan. */
export type Columns = "record" | "usage";

type CompaniesTableProps = {
  companies: Company[];
  usages: Usages;
  columns: Columns;
  current: Company | null;
  actions: (company: Company) => RecordAction[];
};

export function CompaniesTable({ companies, usages, columns, current, actions }: CompaniesTableProps) {
  useMinute();
  const now = serverDate();
  return (
    <Table
      label={m.platform_companies()}
      rows={companies}
      rowKey={({ id }) => id}
      tone={(company) => (company.deletedAt ? null : dueTone(company, now))}
      current={({ id }) => id === current?.id}
      columns={[nameColumn, ...(columns === "usage" ? usageColumns(usages) : recordColumns(companies, usages, now))]}
      actionsHeader={m.lists_col_actions()}
      actions={(company) => <ActionIcons actions={actions(company)} />}
    />
  );
}

const nameColumn: TableColumn<Company> = {
  id: "name",
  get header() {
    return m.platform_name();
  },
  isTitle: true,
  cell: ({ name }) => (
    <span dir="auto" className="block min-w-32 max-w-56 font-medium [overflow-wrap:anywhere]">
      {name}
    </span>
  ),
};

function recordColumns(companies: Company[], usages: Usages, now: Date): TableColumn<Company>[] {
  const hasDeleted = companies.some(({ deletedAt }) => deletedAt !== null);
  return [
    {
      id: "email",
      header: m.platform_email(),
      cell: ({ email }) => (
        <span title={email} className="block max-w-36 truncate text-ink-2 min-[90rem]:max-w-44">
          {email}
        </span>
      ),
    },
    planColumn(usages),
    {
      id: "campaigns",
      header: m.platform_campaigns(),
      cell: (company) => (
        <span className={hasCampaigns(company) ? undefined : "text-ink-3"}>{campaignsText(company)}</span>
      ),
    },
    { id: "status", header: m.platform_status(), cell: statusText },
    {
      id: "created",
      header: m.platform_created(),
      narrow: "hidden",
      cell: ({ createdAt }) => <span className="text-ink-2 tabular-nums">{calendarDate(createdAt)}</span>,
    },
    hasDeleted
      ? { id: "gone", header: m.platform_deleted_at(), cell: (company) => <GoneCell company={company} now={now} /> }
      : { id: "due", header: m.platform_due(), cell: (company) => <DueCell company={company} now={now} /> },
    {
      id: "recurrence",
      header: m.platform_recurrence(),
      cell: ({ recurrence }) => <span className="text-ink-2 text-xs">{recurrence}</span>,
    },
  ];
}

const DayAndWords = ({ day, words }: { day: string; words: string | null }) => (
  <span className="flex flex-wrap items-baseline gap-x-2">
    <span className="whitespace-nowrap tabular-nums">{day}</span>
    {words && <span className="whitespace-nowrap text-ink-2 text-xs">{words}</span>}
  </span>
);

const DueCell = ({ company, now }: { company: Company; now: Date }) => (
  <DayAndWords day={dayText(company.dueDay.date)} words={dueWords(company, now)} />
);

const GoneCell = ({ company: { deletedAt }, now }: { company: Company; now: Date }) =>
  deletedAt && (
    <DayAndWords day={calendarDate(deletedAt)} words={m.platform_gone_in({ count: daysToRestore(deletedAt, now) })} />
  );
