import { ChevronLeft, ChevronRight, RefreshCw, WifiOff } from "lucide-react";
import { useMemo, useState } from "react";
import { TIME_ZONE_KEY } from "../../../contracts/account/settings.ts";
import { instantOf, localMinute } from "../../../contracts/local-time.ts";
import type { ScheduleView } from "../../../sync/client/index.ts";
import { serverDate } from "../../../sync/client/server-clock.ts";
import { languageTag } from "../../i18n/language.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useCommand, useSyncStatus } from "../../session/desk.tsx";
import { useSettings } from "../../session/use-setting.ts";
import { ZoneLine } from "../../session/zone-line.tsx";
import { usePage } from "../../shell/page.ts";
import { Button } from "../../ui/button.tsx";
import { usePhone } from "../../ui/hooks/use-phone.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { DeleteDialog, useSearch } from "../lists/index.ts";
import { Agenda } from "./agenda.tsx";
import { type CalendarView, daysShown, dayText, step } from "./calendar-days.ts";
import { Legend, ViewChoice } from "./calendar-tools.tsx";
import { HoursGrid } from "./hours-grid.tsx";
import { MonthGrid } from "./month-grid.tsx";
import { oneHourFromNow } from "./parts/one-hour-from-now.ts";
import { ScheduleDialog } from "./parts/schedule-dialog.tsx";
import type { RefusedSchedule } from "./refused-schedule.ts";
import { ScheduleCards } from "./schedule-cards.tsx";
import { ScheduleRefusals } from "./schedule-refusals.tsx";
import { SchedulesFrame } from "./schedules-frame.tsx";
import { editOf } from "./use-save-schedule.ts";
import { useSchedules } from "./use-schedules.ts";

type Layer =
  | { kind: "edit"; schedule: ScheduleView | null; refused: RefusedSchedule | null }
  | { kind: "delete"; schedule: ScheduleView }
  | null;

/** Shows scheduled messages on a calendar in the company's time zone. They are stored on the device. */
export function SchedulesScreen() {
  const { linkUp } = useSyncStatus();
  const isPhone = usePhone();
  const send = useCommand();
  const search = useSearch();
  const timeZone = useSettings()[TIME_ZONE_KEY];
  const now = localMinute(serverDate(), timeZone);
  const today = now.slice(0, 10);
  const [view, setView] = useState<CalendarView>("month");
  const [chosenDay, setDay] = useState<string | null>(null);
  const day = chosenDay ?? today;
  const [layer, setLayer] = useState<Layer>(null);
  const isAgenda = view === "agenda" || search.wanted !== "";

  const days = daysShown(view, day);
  const { all, missing, again } = useSchedules(isAgenda ? null : days, today);
  const [first, last] = [days[0] ?? day, days.at(-1) ?? day];
  const schedules = useMemo(() => (all ?? none).filter(isBetween(first, last)), [all, first, last]);
  const byDay = useMemo(() => Map.groupBy(schedules, ({ sendAtLocal }) => sendAtLocal.slice(0, 10)), [schedules]);

  const actions = {
    onOpen: (schedule: ScheduleView) => setLayer({ kind: "edit", schedule, refused: null }),
    onDelete: (schedule: ScheduleView) => setLayer({ kind: "delete", schedule }),
  };
  function handleMove(id: string, to: string, hour?: number) {
    const schedule = schedules.find((one) => one.id === id);
    if (!schedule) return;
    const time = schedule.sendAtLocal.slice(11);
    const sendAt = `${to}T${hour === undefined ? time : `${String(hour).padStart(2, "0")}${time.slice(2)}`}`;
    if (sendAt !== schedule.sendAtLocal) void send("schedule.change", { sendAt, ...editOf(schedule) });
  }
  const handleAgain = (schedule: ScheduleView) =>
    send("schedule.change", { sendAt: localMinute(serverDate(), timeZone), ...editOf(schedule) });
  function handleEdit(refused: RefusedSchedule) {
    const { payload } = refused;
    const about = "scheduleId" in payload ? all?.find(({ id }) => id === payload.scheduleId) : null;
    setLayer({ kind: "edit", schedule: about ?? null, refused });
  }
  function openDay(one: string) {
    setDay(one);
    setView("day");
  }
  const grid = { day, today, byDay, actions, onDay: openDay, onMove: handleMove };
  const close = () => setLayer(null);

  const addProps = {
    label: m.schedules_add(),
    onClick: () => setLayer({ kind: "edit", schedule: null, refused: null }),
  } as const;
  const count = isAgenda || !all ? null : String(schedules.length);
  usePage(m.schedules_title(), { count });

  return (
    <SchedulesFrame isPhone={isPhone} count={count} search={search} add={addProps}>
      <div className="flex flex-col gap-3.5">
        {!linkUp && (
          <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={16} />}>
            {m.schedules_offline()}
          </Notice>
        )}
        <ZoneLine
          timeZone={timeZone}
          instants={[serverDate(), ...[first, last].map((one) => instantOf(`${one}T12:00`, timeZone))]}
        />
        <ScheduleRefusals today={today} onEdit={handleEdit} />
        <MissingDays missing={missing} onAgain={again} />
        <CalendarBar
          view={isAgenda ? "agenda" : view}
          title={titleOf(view, days, day)}
          onView={setView}
          onStep={(by) => setDay(by === 0 ? null : step(view, day, by))}
        />
        {isAgenda && <Agenda schedules={all} search={search.wanted} today={today} actions={actions} />}
        {!isAgenda && view === "month" && <MonthGrid {...grid} />}
        {!isAgenda && view !== "month" && <HoursGrid {...grid} days={days} />}
        {!isAgenda && <Legend />}
        {!isAgenda && (
          <ScheduleCards
            today={today}
            schedules={schedules}
            actions={actions}
            onAgain={(schedule) => void handleAgain(schedule)}
          />
        )}
      </div>
      <Dialogs layer={layer} sendAt={newHour(day, today, timeZone)} onDelete={actions.onDelete} onClose={close} />
    </SchedulesFrame>
  );
}

type DialogsProps = {
  layer: Layer;
  /** The time of a new schedule. */
  sendAt: string;
  onDelete: (schedule: ScheduleView) => void;
  onClose: () => void;
};

function Dialogs({ layer, sendAt, onDelete, onClose }: DialogsProps) {
  const send = useCommand();
  return (
    <>
      {layer?.kind === "edit" && (
        <ScheduleDialog
          schedule={layer.schedule}
          refused={layer.refused}
          sendAt={sendAt}
          onClose={onClose}
          onDelete={onDelete}
        />
      )}
      {layer?.kind === "delete" && (
        <DeleteDialog
          name={layer.schedule.contactName}
          onDelete={() =>
            send("schedule.delete", { scheduleId: layer.schedule.id, isSent: layer.schedule.sentAt !== null })
          }
          deleted={m.schedules_deleted()}
          onClose={onClose}
        />
      )}
    </>
  );
}

type MissingDaysProps = { missing: ReturnType<typeof useSchedules>["missing"]; onAgain: () => void };

/** Says that the shown days are not on this device. */
function MissingDays({ missing, onAgain }: MissingDaysProps) {
  if (missing !== "offline" && missing !== "failed") return null;
  return (
    <Notice
      tone="warn"
      actions={
        <Button size="small" icon={<RefreshCw aria-hidden="true" size={14} />} onClick={onAgain}>
          {m.ui_try_again()}
        </Button>
      }
    >
      {missing === "offline" ? m.schedules_beyond_offline() : m.lists_failed_text()}
    </Notice>
  );
}

type CalendarBarProps = {
  view: CalendarView;
  title: string;
  onView: (view: CalendarView) => void;
  /** -1 and 1: the days before and after; 0: today. */
  onStep: (by: -1 | 0 | 1) => void;
};

/** Names the shown days, goes to others and chooses the view. */
function CalendarBar({ view, title, onView, onStep }: CalendarBarProps) {
  const isPhone = usePhone();
  return (
    <div className="flex flex-wrap items-center gap-1">
      {view !== "agenda" && (
        <>
          <IconButton
            label={m.schedules_previous()}
            icon={<ChevronLeft size={18} />}
            className="-ml-2"
            onClick={() => onStep(-1)}
          />
          <h2 aria-live="polite" className="text-center font-semibold text-md sm:min-w-42">
            {title}
          </h2>
          <IconButton label={m.schedules_next()} icon={<ChevronRight size={18} />} onClick={() => onStep(1)} />
          <Button size={isPhone ? "normal" : "small"} onClick={() => onStep(0)} className="ml-2 max-sm:ml-auto">
            {m.schedules_today()}
          </Button>
        </>
      )}
      <ViewChoice value={view} onChange={onView} />
    </div>
  );
}

const none: ScheduleView[] = [];

/** Returns a filter for schedules whose day lies between two days, both included. */
const isBetween =
  (first: string, last: string) =>
  ({ sendAtLocal }: ScheduleView) =>
    sendAtLocal.slice(0, 10) >= first && sendAtLocal.slice(0, 10) <= last;

/** Returns one hour from now; for a chosen future day, the same hour of that day. */
function newHour(day: string, today: string, timeZone: string): string {
  const soon = oneHourFromNow(timeZone);
  return day > today ? `${day}${soon.slice(10)}` : soon;
}

function titleOf(view: CalendarView, days: string[], day: string): string {
  const language = languageTag();
  if (view === "month") return dayText(day, language, { month: "long", year: "numeric" });
  if (view === "day") return dayText(day, language, { weekday: "long", day: "numeric", month: "long" });
  const short = (one = day) => dayText(one, language, { day: "numeric", month: "short" });
  return `${short(days[0])} – ${short(days.at(-1))}`;
}
