import { ChevronLeft, ChevronRight, Plus, RefreshCw, WifiOff } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { languageTag } from "../../i18n/language.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useSyncStatus } from "../../session/desk.tsx";
import { listChanges } from "../../session/list-changes.ts";
import { useCall } from "../../session/use-call.ts";
import { useServerData } from "../../session/use-server-data.ts";
import { usePage } from "../../shell/page.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageBody, PageHead } from "../../ui/page-head.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { DeleteDialog, useList, useSearch } from "../lists/index.ts";
import { Agenda } from "./agenda.tsx";
import { type CalendarView, daysShown, dayWords, localMinute, step } from "./calendar-days.ts";
import { Legend, ViewChoice } from "./calendar-tools.tsx";
import { HoursGrid } from "./hours-grid.tsx";
import { MonthGrid } from "./month-grid.tsx";
import { ScheduleCards } from "./schedule-cards.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { readPage, readRange, type Schedule, scheduleCalls } from "./schedule-wire.ts";

const HOUR_MS = 3_600_000;
const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

type Layer = { kind: "edit"; schedule: Schedule | null } | { kind: "delete"; schedule: Schedule } | null;

/** Messages that go by themselves, on a calendar of the company's days and hours. */
export function SchedulesScreen() {
  usePage(m.schedules_title());
  const { linkUp } = useSyncStatus();
  const search = useSearch();
  const [timeZone, setTimeZone] = useState(deviceZone);
  const now = localMinute(new Date(), timeZone);
  const today = now.slice(0, 10);
  const [view, setView] = useState<CalendarView>("month");
  const [chosenDay, setDay] = useState<string | null>(null);
  const day = chosenDay ?? today;
  const [layer, setLayer] = useState<Layer>(null);
  const { failure, call } = useCall();
  const isAgenda = view === "agenda" || search.wanted !== "";

  const days = daysShown(view, day);
  const range = useServerData(isAgenda ? null : `/schedules?from=${days[0]}&to=${days.at(-1)}`, readRange);
  const agenda = useList({
    path: "/schedules",
    query: { searchParam: search.wanted },
    read: readPage,
    keyOf: (schedule) => schedule.id,
    changesWith: ["schedules"],
  });
  const { again } = range;
  useEffect(() => listChanges.on(["schedules"], again), [again]);
  useEffect(() => {
    if (range.data) setTimeZone(range.data.timeZone);
  }, [range.data]);
  const schedules = range.data?.schedules ?? none;
  const byDay = useMemo(() => Map.groupBy(schedules, ({ sendAtLocal }) => sendAtLocal.slice(0, 10)), [schedules]);

  const actions = {
    canWrite: linkUp,
    onOpen: (schedule: Schedule) => setLayer({ kind: "edit", schedule }),
    onDelete: (schedule: Schedule) => setLayer({ kind: "delete", schedule }),
  };
  async function handleMove(id: string, to: string, hour?: number) {
    const schedule = schedules.find((one) => one.id === id);
    if (!schedule) return;
    const time = schedule.sendAtLocal.slice(11);
    const moved = `${to}T${hour === undefined ? time : `${String(hour).padStart(2, "0")}${time.slice(2)}`}`;
    if (moved !== schedule.sendAtLocal && (await call("move", () => scheduleCalls.change(id, { sendAt: moved }))))
      again();
  }
  async function handleAgain({ id }: Schedule) {
    if (await call("again", () => scheduleCalls.change(id, { sendAt: localMinute(new Date(), timeZone) }))) again();
  }
  function handleClose() {
    setLayer(null);
    again();
    agenda.again();
  }
  function openDay(one: string) {
    setDay(one);
    setView("day");
  }
  const grid = {
    day,
    today,
    byDay,
    actions,
    onDay: openDay,
    onMove: (...to: Parameters<typeof handleMove>) => void handleMove(...to),
  };

  return (
    <PageBody>
      <PageHead title={m.schedules_title()} count={isAgenda || !range.data ? null : String(schedules.length)}>
        <SearchField
          value={search.typed}
          onChange={search.type}
          label={m.schedules_search()}
          className="w-56 max-sm:w-full"
        />
        <Button
          kind="primary"
          icon={<Plus aria-hidden="true" size={16} />}
          disabled={!linkUp}
          onClick={() => setLayer({ kind: "edit", schedule: null })}
        >
          {m.schedules_add()}
        </Button>
      </PageHead>
      <div className="flex flex-col gap-3.5">
        {!linkUp && (
          <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={16} />}>
            {m.lists_offline()}
          </Notice>
        )}
        {failure && <Notice tone="danger">{failure}</Notice>}
        {linkUp && !isAgenda && (range.state === "offline" || range.state === "failed") && (
          <Notice
            tone="danger"
            actions={
              <Button size="small" icon={<RefreshCw aria-hidden="true" size={14} />} onClick={again}>
                {m.ui_try_again()}
              </Button>
            }
          >
            {range.state === "offline" ? m.lists_unreachable() : m.lists_failed_text()}
          </Notice>
        )}
        <div className="flex flex-wrap items-center gap-2">
          {!isAgenda && (
            <>
              <IconButton
                label={m.schedules_previous()}
                icon={<ChevronLeft size={18} />}
                onClick={() => setDay(step(view, day, -1))}
              />
              <h2 aria-live="polite" className="text-center font-semibold text-md sm:min-w-44">
                {titleOf(view, days, day)}
              </h2>
              <IconButton
                label={m.schedules_next()}
                icon={<ChevronRight size={18} />}
                onClick={() => setDay(step(view, day, 1))}
              />
              <Button size="small" onClick={() => setDay(null)}>
                {m.schedules_today()}
              </Button>
            </>
          )}
          <ViewChoice value={isAgenda ? "agenda" : view} onChange={setView} />
        </div>
        {isAgenda && <Agenda list={agenda} today={today} actions={actions} />}
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
      {layer?.kind === "edit" && (
        <ScheduleDialog
          schedule={layer.schedule}
          sendAt={newHour(day, today, timeZone)}
          onClose={handleClose}
          onDelete={actions.onDelete}
        />
      )}
      {layer?.kind === "delete" && (
        <DeleteDialog
          name={layer.schedule.contact.name}
          onDelete={() => scheduleCalls.remove(layer.schedule.id)}
          deleted={m.schedules_deleted()}
          onClose={handleClose}
        />
      )}
    </PageBody>
  );
}

const none: Schedule[] = [];

/** One hour from now; on a day to come that somebody has chosen, at the same hour. */
function newHour(day: string, today: string, timeZone: string): string {
  const soon = localMinute(new Date(Date.now() + HOUR_MS), timeZone);
  return day > today ? `${day}${soon.slice(10)}` : soon;
}

function titleOf(view: CalendarView, days: string[], day: string): string {
  const language = languageTag();
  if (view === "month") return dayWords(day, language, { month: "long", year: "numeric" });
  if (view === "day") return dayWords(day, language, { weekday: "long", day: "numeric", month: "long" });
  const short = (one = day) => dayWords(one, language, { day: "numeric", month: "short" });
  return `${short(days[0])} – ${short(days.at(-1))}`;
}
