import { Clock, Pencil, RefreshCw, Trash2 } from "lucide-react";
import type { ScheduleView } from "../../../sync/client/index.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { StatusChip } from "../../ui/fields/chips.tsx";
import { usePhone } from "../../ui/hooks/use-phone.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { useFilledBody } from "./parts/filled-body.ts";
import { localMoment } from "./parts/local-moment.ts";
import type { EventActions } from "./schedule-event.tsx";
import { isOpen, statusTexts } from "./status-chip.ts";

type ScheduleCardsProps = {
  today: string;
  schedules: ScheduleView[];
  actions: EventActions;
  onAgain: (schedule: ScheduleView) => void;
};

/** Shows the next pending schedule and the last three failed ones of the visible days. */
export function ScheduleCards({ schedules, ...rest }: ScheduleCardsProps) {
  const next = schedules.find(({ status }) => status === "pending");
  const failed = schedules.filter(({ status }) => status === "failed").slice(-3);
  const shown = [...(next ? [next] : []), ...failed];
  if (shown.length === 0) return null;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {shown.map((schedule) => (
        <Card key={schedule.id} schedule={schedule} {...rest} />
      ))}
    </div>
  );
}

type CardProps = Omit<ScheduleCardsProps, "schedules"> & { schedule: ScheduleView };

function Card({ schedule, today, actions, onAgain }: CardProps) {
  const { contactId, contactName, status, sendAtLocal, reason, isWaiting } = schedule;
  const bodyOf = useFilledBody();
  const isFailed = status === "failed";
  const isPhone = usePhone();
  const changes = isOpen(schedule) && (
    <>
      {isFailed && (
        <Button size="small" icon={<RefreshCw aria-hidden="true" size={14} />} onClick={() => onAgain(schedule)}>
          {m.ui_try_again()}
        </Button>
      )}
      <span className="flex shrink-0">
        <IconButton
          label={m.schedules_edit_of({ name: contactName })}
          icon={<Pencil size={16} />}
          onClick={() => actions.onOpen(schedule)}
        />
        <IconButton
          label={m.schedules_delete_of({ name: contactName })}
          icon={<Trash2 size={16} />}
          onClick={() => actions.onDelete(schedule)}
        />
      </span>
    </>
  );
  return (
    <section className="line-ring flex flex-col gap-2 rounded-lg p-3">
      <div className="flex items-center gap-3">
        <Avatar id={contactId} name={contactName} size={32} />
        <div className="min-w-0 flex-1">
          <h2 dir="auto" className="truncate font-medium text-sm">
            {contactName}
          </h2>
          <p className={classNames("text-xs", isFailed ? "text-danger-ink" : "text-ink-3")}>
            {localMoment(sendAtLocal, today)} · {statusTexts[status]()}
          </p>
        </div>
        {isWaiting && (
          <StatusChip tone="queued" icon={<Clock aria-hidden="true" size={13} />}>
            {m.schedules_waiting()}
          </StatusChip>
        )}
        {!isPhone && changes}
      </div>
      <p className="line-clamp-2 text-ink-2 text-sm [overflow-wrap:anywhere]">
        {reason ? errorMessage(reason) : bodyOf(schedule)}
      </p>
      {/* On the left, because the "+" button of phones is on the right. */}
      {isPhone && changes && <div className="-mb-1 -ml-2 flex items-center gap-1">{changes}</div>}
    </section>
  );
}
