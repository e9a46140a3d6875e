import { calendarDate } from "../../../../i18n/calendar-date.ts";
import { numberFormat } from "../../../../i18n/number-format.ts";
import { m } from "../../../../i18n/paraglide/messages.js";
import { Table, type TableColumn } from "../../../../ui/table.tsx";
import { useMinute } from "../../../../ui/use-minute.ts";
import { ActionIcons, type RecordAction } from "../../../lists/index.ts";
import type { Company } from "./company-form.ts";
import { campaignsText, daysToRestore, lastSignInText, planText, statusText } from "./company-records.tsx";
import { dayText, dueTone, dueWords } from "./due-words.ts";
import { UsageLine } from "./usage-words.tsx";
import type { Usages } from "./use-usages.ts";

type CompaniesTableProps = {
  companies: Company[];
  usages: Usages;
  current: Company | null;
  actions: (company: Company) => RecordAction[];
};

export function CompaniesTable({ companies, usages, current, actions }: CompaniesTableProps) {
  useMinute();
  const now = new Date();
  const hasDeleted = companies.some(({ deletedAt }) => deletedAt !== null);
  return (
    <Table
      label={m.platform_companies()}
      rows={companies}
      rowKey={({ id }) => id}
      tone={(company) => (company.deletedAt ? null : dueTone(company, now))}
      current={({ id }) => id === current?.id}
      columns={[
        nameColumn,
        {
          id: "plan",
          header: m.platform_plan_and_usage(),
          cell: (company) => <PlanCell company={company} usages={usages} />,
        },
        { id: "campaigns", header: m.platform_campaigns(), cell: campaignsText },
        { id: "status", header: m.platform_status(), cell: statusText },
        {
          id: "messages",
          header: m.platform_messages(),
          align: "right",
          narrow: "wrap",
          cell: ({ id }) => numberOr(usages.get(id)?.messages),
        },
        { id: "signIn", header: m.platform_last_sign_in(), cell: ({ id }) => <LastSignIn usage={usages.get(id)} /> },
        {
          id: "created",
          header: m.platform_created(),
          cell: ({ createdAt }) => <Day text={calendarDate(createdAt)} />,
        },
        hasDeleted
          ? { id: "gone", header: m.platform_deleted_at(), cell: (company) => <GoneCell company={company} now={now} /> }
          : { id: "due", header: m.platform_due(), cell: (company) => <DueCell company={company} now={now} /> },
        {
          id: "recurrence",
          header: m.platform_recurrence(),
          // The due date's cell then has it.
          narrow: hasDeleted ? undefined : "hidden",
          cell: ({ recurrence }) => <span className="text-ink-2 text-xs">{recurrence}</span>,
        },
      ]}
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
  cell: ({ name, email }) => (
    <span className="block min-w-32 py-1">
      <span className="block font-medium">{name}</span>
      <span className="block text-ink-2 text-xs [overflow-wrap:anywhere]">{email}</span>
    </span>
  ),
};

const Day = ({ text }: { text: string }) => <span className="whitespace-nowrap text-ink-2 tabular-nums">{text}</span>;
/** A figure that has not arrived stays empty: 0 would be a claim. */
const numberOr = (count: number | undefined) => (count === undefined ? "" : numberFormat(count));

const LastSignIn = ({ usage }: { usage: Parameters<typeof lastSignInText>[0] | undefined }) =>
  usage && <span className="text-ink-2 text-xs">{lastSignInText(usage)}</span>;

function PlanCell({ company, usages }: { company: Company; usages: Usages }) {
  const usage = usages.get(company.id);
  return (
    <span className="block min-w-28 py-1">
      <span className="block">{planText(company)}</span>
      {usage && <UsageLine usage={usage} />}
    </span>
  );
}

const DueCell = ({ company, now }: { company: Company; now: Date }) => (
  <span className="block py-1">
    <span className="block tabular-nums">{dayText(company.dueDay.date)}</span>
    <span className="block whitespace-nowrap text-ink-2 text-xs">{dueWords(company, now)}</span>
    <span className="block text-ink-2 text-xs min-[90rem]:hidden">{company.recurrence}</span>
  </span>
);

const GoneCell = ({ company: { deletedAt }, now }: { company: Company; now: Date }) =>
  deletedAt && (
    <span className="block py-1">
      <span className="block tabular-nums">{calendarDate(deletedAt)}</span>
      <span className="block text-ink-2 text-xs">{m.platform_gone_in({ count: daysToRestore(deletedAt, now) })}</span>
    </span>
  );
