import type { ScheduleView } from "../../../sync/client/index.ts";
import { languageTag } from "../../i18n/language.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { classNames } from "../../ui/class-names.ts";
import { dayText, weeksOfMonth } from "./calendar-days.ts";
import { DropPlace } from "./drop-place.tsx";
import { type EventActions, ScheduleEvent } from "./schedule-event.tsx";

export type GridProps = {
  day: string;
  today: string;
  byDay: ReadonlyMap<string, ScheduleView[]>;
  actions: EventActions;
  onDay: (day: string) => void;
  /** Moves an event to a day and, in views with hours, to an hour. */
  onMove: (scheduleId: string, day: string, hour?: number) => void;
};

/** Number of events in a day's cell before "mais n". */
const MAX_SHOWN = 2;

/** Shows a month in whole weeks, 500 px high. On phones a day shows its number of events and opens on tap. */
export function MonthGrid({ day, today, byDay, actions, onDay, onMove }: GridProps) {
  const weeks = weeksOfMonth(day);
  const month = day.slice(0, 7);
  return (
    <table className="flex h-[500px] w-full flex-col overflow-hidden rounded-lg border border-line text-sm">
      <caption className="sr-only">{dayText(day, languageTag(), { month: "long", year: "numeric" })}</caption>
      <thead>
        <tr className="grid grid-cols-7 border-line border-b bg-sunken">
          {weeks[0]?.map((one) => (
            <th key={one} scope="col" className="py-1.5 font-medium text-ink-3 text-xs">
              <span className="max-sm:hidden">{dayText(one, languageTag(), { weekday: "long" }).split("-")[0]}</span>
              <span className="sm:hidden">{dayText(one, languageTag(), { weekday: "narrow" })}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="flex min-h-0 flex-1 flex-col">
        {weeks.map((week) => (
          <tr key={week[0]} className="grid min-h-0 flex-1 grid-cols-7 border-line not-last:border-b">
            {week.map((one) => (
              <td key={one} className="min-h-0 min-w-0 border-line not-last:border-r">
                <DayCell
                  day={one}
                  isToday={one === today}
                  isOutside={!one.startsWith(month)}
                  schedules={byDay.get(one) ?? []}
                  actions={actions}
                  onDay={onDay}
                  onMoved={(id) => onMove(id, one)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DayCellProps = {
  day: string;
  isToday: boolean;
  isOutside: boolean;
  schedules: ScheduleView[];
  actions: EventActions;
  onDay: (day: string) => void;
  onMoved: (scheduleId: string) => void;
};

function DayCell({ day, isToday, isOutside, schedules, actions, onDay, onMoved }: DayCellProps) {
  const shown = schedules.length > MAX_SHOWN + 1 ? schedules.slice(0, MAX_SHOWN) : schedules;
  const more = schedules.length - shown.length;
  const date = dayText(day, languageTag(), { day: "numeric", month: "long" });
  return (
    <DropPlace
      onMoved={onMoved}
      className={classNames("flex h-full flex-col gap-0.5 overflow-hidden p-1", isOutside && "bg-sunken")}
    >
      <button
        type="button"
        aria-label={m.schedules_open_day({ day: date, count: schedules.length })}
        aria-current={isToday ? "date" : undefined}
        onClick={() => onDay(day)}
        className="flex shrink-0 flex-col items-center gap-0.5 self-start rounded-sm px-0.5 text-xs tabular-nums max-sm:h-full max-sm:w-full max-sm:self-stretch"
      >
        <span
          className={classNames(
            "grid size-5.5 place-items-center rounded-full",
            isToday && "bg-primary font-semibold text-on-primary",
            !isToday && (isOutside ? "text-ink-3" : "text-ink"),
          )}
        >
          {Number(day.slice(8))}
        </span>
        {schedules.length > 0 && (
          <span className="rounded-full bg-success-soft px-1.5 font-semibold text-on-success-soft text-2xs sm:hidden">
            {schedules.length}
          </span>
        )}
      </button>
      <div className="flex min-h-0 flex-col gap-0.5 max-sm:hidden">
        {shown.map((schedule) => (
          <ScheduleEvent key={schedule.id} schedule={schedule} actions={actions} />
        ))}
        {more > 0 && (
          <button
            type="button"
            onClick={() => onDay(day)}
            className="self-start rounded-sm px-1.5 text-ink-2 text-xs hover:underline"
          >
            {m.schedules_more({ count: more })}
          </button>
        )}
      </div>
    </DropPlace>
  );
}
