import { CircleAlert, Clock, Pencil, Trash2 } from "lucide-react";
import type { ScheduleStatus } from "../../../contracts/desk/schedules.ts";
import type { ScheduleView } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { classNames } from "../../ui/class-names.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { isOpen, statusTexts } from "./status-chip.ts";

/** Actions on an event of the calendar. */
export type EventActions = {
  onOpen: (schedule: ScheduleView) => void;
  onDelete: (schedule: ScheduleView) => void;
};

const looks: Record<ScheduleStatus, string> = {
  pending: "bg-success-soft text-on-success-soft",
  sent: "bg-sunken text-ink-2 line-ring",
  failed: "bg-danger-soft text-on-danger-soft",
};
/** Style of an event that has not left this device. */
const waitingLook = "is-queued border-[1.5px] border-queued-line border-dashed";

/** Data type by which a drop target recognizes our events. */
export const DRAG_TYPE = "application/x-balcao-schedule";

/** Shows time and contact. A user who may change the event can drag it to another day or hour, or open it. */
export function ScheduleEvent({ schedule, actions }: { schedule: ScheduleView; actions: EventActions }) {
  const { contactName: name, status, sendAtLocal, canChange, isWaiting } = schedule;
  const time = sendAtLocal.slice(11);
  const isMovable = isOpen(schedule);
  const words = { time, name, status: statusTexts[status]() };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keyboard users move an event in its dialog.
    <div
      draggable={isMovable}
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAG_TYPE, schedule.id);
        event.dataTransfer.effectAllowed = "move";
      }}
      className={classNames(
        "group/event flex h-5.5 min-w-0 items-center rounded-sm text-xs touch:h-9",
        isWaiting ? waitingLook : looks[status],
        isMovable && "cursor-grab active:cursor-grabbing",
      )}
    >
      <button
        type="button"
        title={`${time} ${name}`}
        aria-label={isWaiting ? m.schedules_event_waiting(words) : m.schedules_event(words)}
        onClick={() => actions.onOpen(schedule)}
        className="flex min-w-0 flex-1 items-center gap-1 self-stretch rounded-sm px-1.5 text-left"
      >
        {isWaiting && <Clock aria-hidden="true" size={12} className="shrink-0" />}
        {status === "failed" && <CircleAlert aria-hidden="true" size={13} className="shrink-0" />}
        <span className="shrink-0 tabular-nums">{time}</span>
        <span dir="auto" className="min-w-0 truncate">
          {name}
        </span>
      </button>
      {canChange && (
        <span className="flex w-0 shrink-0 overflow-hidden opacity-0 focus-within:w-auto focus-within:opacity-100 group-hover/event:w-auto group-hover/event:opacity-100">
          <IconButton
            size="small"
            className="size-5.5! text-inherit!"
            label={m.schedules_edit_of({ name })}
            icon={<Pencil size={12} />}
            onClick={() => actions.onOpen(schedule)}
          />
          <IconButton
            size="small"
            className="size-5.5! text-inherit!"
            label={m.schedules_delete_of({ name })}
            icon={<Trash2 size={12} />}
            onClick={() => actions.onDelete(schedule)}
          />
        </span>
      )}
    </div>
  );
}
