import { Clock } from "lucide-react";
import type { ScheduleView } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { StatusChip } from "../../ui/fields/chips.tsx";
import { Table, type TableColumn } from "../../ui/lists/table.tsx";
import { ActionIcons, RecordRows, useRecordRows } from "../lists/index.ts";
import { type FilledBody, useFilledBody } from "./parts/filled-body.ts";
import { localMoment } from "./parts/local-moment.ts";
import type { EventActions } from "./schedule-event.tsx";
import { scheduleActions, scheduleFields, scheduleLook } from "./schedule-records.tsx";
import { statusTexts, statusTones } from "./status-chip.ts";

type ScheduleTableProps = { label: string; schedules: ScheduleView[]; today: string; actions: EventActions };

/** Lists schedules by time in a table; in narrow windows, in rows with sheets. */
export function ScheduleTable({ label, schedules, today, actions }: ScheduleTableProps) {
  const asRows = useRecordRows();
  const bodyOf = useFilledBody();
  const actionsOf = (schedule: ScheduleView) => scheduleActions(schedule, actions);
  if (asRows)
    return (
      <div className="-mx-4">
        <RecordRows
          label={label}
          rows={schedules}
          rowKey={({ id }) => id}
          look={(schedule) => scheduleLook(schedule, today, bodyOf(schedule))}
          fields={(schedule) => scheduleFields(schedule, today, bodyOf(schedule))}
          actions={actionsOf}
        />
      </div>
    );
  return (
    <Table
      label={label}
      columns={columns(today, bodyOf)}
      rows={schedules}
      rowKey={(schedule) => schedule.id}
      actionsHeader={m.lists_col_actions()}
      actions={(schedule) => <ActionIcons actions={actionsOf(schedule)} />}
    />
  );
}

const columns = (today: string, bodyOf: FilledBody): TableColumn<ScheduleView>[] => [
  {
    id: "contact",
    header: m.schedules_contact(),
    isTitle: true,
    cell: ({ contactName }) => (
      <span dir="auto" className="font-medium">
        {contactName}
      </span>
    ),
  },
  {
    id: "sendAt",
    header: m.schedules_send_at(),
    cell: ({ sendAt, sendAtLocal }) => (
      <time dateTime={sendAt} className="whitespace-nowrap">
        {localMoment(sendAtLocal, today)}
      </time>
    ),
  },
  {
    id: "body",
    header: m.schedules_body(),
    cell: (schedule) => <span className="line-clamp-1 [overflow-wrap:anywhere]">{bodyOf(schedule)}</span>,
  },
  {
    id: "status",
    header: m.schedules_col_status(),
    cell: ({ status, isWaiting }) => (
      <span className="flex flex-wrap items-center gap-1.5">
        <StatusChip tone={statusTones[status]}>{statusTexts[status]()}</StatusChip>
        {isWaiting && (
          <StatusChip tone="queued" icon={<Clock aria-hidden="true" size={13} />}>
            {m.schedules_waiting()}
          </StatusChip>
        )}
      </span>
    ),
  },
];
