import { CircleAlert, Pencil, Trash2 } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { classNames } from "../../ui/class-names.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import type { Schedule } from "./schedule-wire.ts";

/** What one can do with an event of the calendar. */
export type EventActions = {
  onOpen: (schedule: Schedule) => void;
  onDelete: (schedule: Schedule) => void;
  canWrite: boolean;
};

const looks: Record<Schedule["status"], string> = {
  PENDENTE: "bg-success-soft text-on-success-soft",
  ENVIADA: "bg-sunken text-ink-2 line-ring",
  ERRO: "bg-danger-soft text-on-danger-soft",
};

export const statusWords: Record<Schedule["status"], () => string> = {
  PENDENTE: m.schedules_status_pending,
  ENVIADA: m.schedules_status_sent,
  ERRO: m.schedules_status_failed,
};

/** The type by which a drop knows that it is one of ours. */
export const DRAG_TYPE = "application/x-balcao-schedule";

/** Hour and contact; whoever may change it drags it to another day or hour, or opens it. */
export function ScheduleEvent({ schedule, actions }: { schedule: Schedule; actions: EventActions }) {
  const { contact, status, sendAtLocal, sentAt, canChange } = schedule;
  const time = sendAtLocal.slice(11);
  const isMovable = canChange && sentAt === null && actions.canWrite;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: by keyboard an event is moved in its dialog.
    <div
      draggable={isMovable}
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAG_TYPE, schedule.id);
        event.dataTransfer.effectAllowed = "move";
      }}
      className={classNames(
        "group/event flex h-5.5 min-w-0 items-center rounded-sm text-xs touch:h-9",
        looks[status],
        isMovable && "cursor-grab active:cursor-grabbing",
      )}
    >
      <button
        type="button"
        title={`${time} ${contact.name}`}
        aria-label={m.schedules_event({ time, name: contact.name, status: statusWords[status]() })}
        onClick={() => actions.onOpen(schedule)}
        className="flex min-w-0 flex-1 items-center gap-1 self-stretch rounded-sm px-1.5 text-left"
      >
        {status === "ERRO" && <CircleAlert aria-hidden="true" size={13} className="shrink-0" />}
        <span className="shrink-0 tabular-nums">{time}</span>
        <span className="min-w-0 truncate">{contact.name}</span>
      </button>
      {canChange && (
        <span className="flex w-0 shrink-0 overflow-hidden opacity-0 focus-within:w-auto focus-within:opacity-100 group-hover/event:w-auto group-hover/event:opacity-100">
          <IconButton
            size="small"
            className="size-5.5! text-inherit!"
            label={m.schedules_edit_of({ name: contact.name })}
            icon={<Pencil size={12} />}
            onClick={() => actions.onOpen(schedule)}
          />
          <IconButton
            size="small"
            className="size-5.5! text-inherit!"
            label={m.schedules_delete_of({ name: contact.name })}
            icon={<Trash2 size={12} />}
            disabled={!actions.canWrite}
            onClick={() => actions.onDelete(schedule)}
          />
        </span>
      )}
    </div>
  );
}
