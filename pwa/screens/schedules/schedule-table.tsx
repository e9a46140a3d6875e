import { Clock, Pencil, Trash2 } from "lucide-react";
import type { ScheduleView } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { StatusChip } from "../../ui/chips.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Table, type TableColumn } from "../../ui/table.tsx";
import { localMoment } from "./local-moment.ts";
import type { EventActions } from "./schedule-event.tsx";
import { statusTones, statusWords } from "./schedule-look.ts";

type ScheduleTableProps = { label: string; schedules: ScheduleView[]; today: string; actions: EventActions };

export function ScheduleTable({ label, schedules, today, actions }: ScheduleTableProps) {
  return (
    <Table
      label={label}
      columns={columns(today)}
      rows={schedules}
      rowKey={(schedule) => schedule.id}
      actionsHeader={m.lists_col_actions()}
      actions={(schedule) => (
        <>
          <IconButton
            label={m.schedules_edit_of({ name: schedule.contactName })}
            icon={<Pencil size={16} />}
            onClick={() => actions.onOpen(schedule)}
          />
          {schedule.canChange && (
            <IconButton
              label={m.schedules_delete_of({ name: schedule.contactName })}
              icon={<Trash2 size={16} />}
              onClick={() => actions.onDelete(schedule)}
            />
          )}
        </>
      )}
    />
  );
}

const columns = (today: string): TableColumn<ScheduleView>[] => [
  {
    id: "contact",
    header: m.schedules_contact(),
    isTitle: true,
    cell: ({ contactName }) => <span className="font-medium">{contactName}</span>,
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
    cell: ({ body }) => <span className="line-clamp-1 [overflow-wrap:anywhere]">{body}</span>,
  },
  {
    id: "status",
    header: m.schedules_col_status(),
    cell: ({ status, isWaiting }) => (
      <span className="flex flex-wrap items-center gap-1.5">
        <StatusChip tone={statusTones[status]}>{statusWords[status]()}</StatusChip>
        {isWaiting && (
          <StatusChip tone="queued" icon={<Clock aria-hidden="true" size={13} />}>
            {m.schedules_waiting()}
          </StatusChip>
        )}
      </span>
    ),
  },
];
