import { CircleAlert, Clock } from "lucide-react";
import type { ScheduleView } from "../../../sync/client/index.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Avatar } from "../../ui/avatar.tsx";
import { StatusChip } from "../../ui/fields/chips.tsx";
import { deleteAction, editAction, type RecordAction, type RecordField, type RecordLook } from "../lists/index.ts";
import { localMoment } from "./parts/local-moment.ts";
import type { EventActions } from "./schedule-event.tsx";
import { statusTexts } from "./status-chip.ts";

export const scheduleLook = (schedule: ScheduleView, today: string, body: string): RecordLook => ({
  name: schedule.contactName,
  picture: <Avatar id={schedule.contactId} name={schedule.contactName} />,
  line: (
    <>
      <time dateTime={schedule.sendAt} className="shrink-0">
        {localMoment(schedule.sendAtLocal, today)}
      </time>
      <span className="truncate">{body}</span>
    </>
  ),
  status: <Status {...schedule} />,
});

function Status({ status, isWaiting }: ScheduleView) {
  if (isWaiting)
    return (
      <StatusChip tone="queued" icon={<Clock aria-hidden="true" size={13} />}>
        {m.schedules_waiting()}
      </StatusChip>
    );
  if (status !== "failed") return statusTexts[status]();
  return (
    <span className="flex items-center gap-1.25 text-danger-ink">
      <CircleAlert aria-hidden="true" size={14} />
      {statusTexts[status]()}
    </span>
  );
}

export const scheduleFields = (
  { sendAtLocal, status, reason }: ScheduleView,
  today: string,
  body: string,
): RecordField[] => [
  { label: m.schedules_send_at(), value: localMoment(sendAtLocal, today) },
  { label: m.schedules_col_status(), value: reason ? errorMessage(reason) : statusTexts[status]() },
  { label: m.schedules_body(), value: <span className="line-clamp-6 whitespace-pre-line">{body}</span> },
];

export function scheduleActions(schedule: ScheduleView, { onOpen, onDelete }: EventActions): RecordAction[] {
  const { contactName: name, canChange } = schedule;
  const edit = editAction({ spokenLabel: m.schedules_edit_of({ name }), onSelect: () => onOpen(schedule) });
  if (!canChange) return [edit];
  return [edit, deleteAction({ spokenLabel: m.schedules_delete_of({ name }), onSelect: () => onDelete(schedule) })];
}
