import { CalendarClock, Clock } from "lucide-react";
import { useState } from "react";
import { TIME_ZONE_KEY } from "../../../../contracts/account/settings.ts";
import { localMinute } from "../../../../contracts/local-time.ts";
import type { ScheduleView, TicketView } from "../../../../sync/client/index.ts";
import { serverDate } from "../../../../sync/client/server-clock.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { withZone } from "../../../i18n/plan-zone.ts";
import { useCommand, useDesk, useObservable } from "../../../session/desk.tsx";
import { useSettings } from "../../../session/use-setting.ts";
import { Button } from "../../../ui/button.tsx";
import { DeleteDialog } from "../../lists/index.ts";
import { useFilledBody } from "../../schedules/parts/filled-body.ts";
import { localMoment } from "../../schedules/parts/local-moment.ts";
import { ScheduleDialog } from "../../schedules/parts/schedule-dialog.tsx";

const AT_FIRST = 2;
const none: ScheduleView[] = [];

type Layer = { kind: "edit" | "delete"; schedule: ScheduleView } | null;

/** Lists what will be sent to this contact at a set time, from the device's schedules, with or without a network. */
export function ScheduledLines({ ticket }: { ticket: TicketView }) {
  const desk = useDesk();
  const send = useCommand();
  const all = useObservable(() => desk.schedules$(), [desk], none);
  const [isWhole, setWhole] = useState(false);
  const [layer, setLayer] = useState<Layer>(null);
  const planned = all.filter(({ contactId, status }) => contactId === ticket.contactId && status === "pending");
  const shown = isWhole ? planned : planned.slice(0, AT_FIRST);
  const rest = planned.length - shown.length;
  const close = () => setLayer(null);
  const edit = (schedule: ScheduleView) => setLayer({ kind: "edit", schedule });
  return (
    <>
      {planned.length > 0 && (
        <section
          aria-label={m.tickets_scheduled_list()}
          className="flex max-h-40 shrink-0 flex-col overflow-y-auto border-line border-t bg-surface px-4 py-1 text-ink-2 text-sm"
        >
          {shown.map((schedule) => (
            <Line key={schedule.id} schedule={schedule} onEdit={() => edit(schedule)} />
          ))}
          {rest > 0 && (
            <Button size="small" kind="ghost" className="self-start" onClick={() => setWhole(true)}>
              {m.schedules_more({ count: rest })}
            </Button>
          )}
        </section>
      )}
      {layer?.kind === "edit" && (
        <ScheduleDialog
          schedule={layer.schedule}
          refused={null}
          sendAt=""
          onClose={close}
          onDelete={(schedule) => setLayer({ kind: "delete", schedule })}
        />
      )}
      {layer?.kind === "delete" && (
        <DeleteDialog
          name={layer.schedule.contactName}
          onDelete={() => send("schedule.delete", { scheduleId: layer.schedule.id, isSent: false })}
          deleted={m.schedules_deleted()}
          onClose={close}
        />
      )}
    </>
  );
}

function Line({ schedule, onEdit }: { schedule: ScheduleView; onEdit: () => void }) {
  const { sendAt, sendAtLocal, isWaiting, canChange } = schedule;
  const timeZone = useSettings()[TIME_ZONE_KEY];
  const bodyOf = useFilledBody();
  const when = withZone(localMoment(sendAtLocal, localMinute(serverDate(), timeZone).slice(0, 10)), timeZone, sendAt);
  const Sign = isWaiting ? Clock : CalendarClock;
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Sign aria-hidden="true" size={14} className="shrink-0" />
      <p className="min-w-0 flex-1 truncate">
        <time dateTime={sendAt} className="font-medium">
          {m.tickets_scheduled_for({ when })}
        </time>
        {isWaiting && ` · ${m.schedules_waiting()}`}
        {" · "}
        <bdi>{bodyOf(schedule)}</bdi>
      </p>
      <Button
        size="small"
        kind="ghost"
        onClick={onEdit}
        aria-label={canChange ? m.tickets_scheduled_edit({ when }) : m.tickets_scheduled_see({ when })}
      >
        {canChange ? m.tickets_edit() : m.tickets_scheduled_open()}
      </Button>
    </div>
  );
}
