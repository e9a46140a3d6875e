import { ArrowDown, ArrowUp } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { languageTag } from "../../i18n/language.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { classNames } from "../../ui/class-names.ts";
import { dayText } from "./calendar-days.ts";
import { DropPlace } from "./drop-place.tsx";
import type { GridProps } from "./month-grid.tsx";
import { ScheduleEvent } from "./schedule-event.tsx";
import { useHoursInSight } from "./use-hours-in-sight.ts";

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const two = (hour: number) => String(hour).padStart(2, "0");

const dayHead = (day: string, weekday: "short" | "long") =>
  dayText(day, languageTag(), { weekday, day: "numeric", month: "numeric" });

/** Shows a week or a day by hours, 500 px high. A dropped event keeps its minutes. */
export function HoursGrid({ days, ...props }: GridProps & { days: string[] }) {
  const { day, today, byDay, actions, onDay, onMove } = props;
  const taken = days.flatMap((one) =>
    (byDay.get(one) ?? []).map(({ sendAtLocal }) => Number(sendAtLocal.slice(11, 13))),
  );
  const { body, hidden, showBefore, showAfter, look } = useHoursInSight(`${day} ${days.length}`, taken);
  const columns = { gridTemplateColumns: `3.25rem repeat(${days.length}, minmax(0, 1fr))` };
  return (
    <div className="relative flex h-[500px] flex-col overflow-hidden rounded-lg border border-line text-sm">
      <div className="grid border-line border-b bg-sunken pr-3" style={columns}>
        <span />
        {days.map((one) => (
          <button
            key={one}
            type="button"
            aria-label={dayHead(one, "long")}
            aria-current={one === today ? "date" : undefined}
            onClick={() => onDay(one)}
            className={classNames(
              "truncate px-1 py-1.5 font-medium text-xs hover:underline",
              one === today ? "text-primary-ink" : "text-ink-3",
            )}
          >
            <span className="max-sm:hidden">{dayHead(one, days.length > 1 ? "short" : "long")}</span>
            <span className="sm:hidden">{days.length > 1 ? Number(one.slice(8)) : dayHead(one, "long")}</span>
          </button>
        ))}
      </div>
      <div
        ref={body}
        onScroll={look}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
        tabIndex={0}
        className="grid min-h-0 flex-1 auto-rows-min overflow-y-auto"
        style={columns}
      >
        {hours.map((hour) => (
          <Fragment key={hour}>
            <span
              data-hour={hour}
              className="border-line border-b px-2 pt-1 text-right text-ink-3 text-xs tabular-nums"
            >
              {two(hour)}:00
            </span>
            {days.map((one) => (
              <DropPlace
                key={one}
                onMoved={(id) => onMove(id, one, hour)}
                className="flex min-h-10 flex-col gap-0.5 border-line border-b border-l p-0.5"
              >
                {(byDay.get(one) ?? [])
                  .filter(({ sendAtLocal }) => sendAtLocal.slice(11, 13) === two(hour))
                  .map((schedule) => (
                    <ScheduleEvent key={schedule.id} schedule={schedule} actions={actions} />
                  ))}
              </DropPlace>
            ))}
          </Fragment>
        ))}
      </div>
      {hidden.before > 0 && (
        <HiddenEvents side="top" onShow={showBefore}>
          {m.schedules_earlier({ count: hidden.before })}
        </HiddenEvents>
      )}
      {hidden.after > 0 && (
        <HiddenEvents side="bottom" onShow={showAfter}>
          {m.schedules_later({ count: hidden.after })}
        </HiddenEvents>
      )}
    </div>
  );
}

type HiddenEventsProps = { side: "top" | "bottom"; onShow: () => void; children: ReactNode };

/** A button at the edge beyond which there are events. */
const HiddenEvents = ({ side, onShow, children }: HiddenEventsProps) => (
  <button
    type="button"
    onClick={onShow}
    className={classNames(
      "absolute left-1/2 z-sticky flex h-7 -translate-x-1/2 items-center gap-1.5 rounded-full border border-line bg-raised px-3 font-medium text-xs shadow-lift touch:h-11",
      side === "top" ? "top-10" : "bottom-2",
    )}
  >
    {side === "top" ? <ArrowUp aria-hidden="true" size={14} /> : <ArrowDown aria-hidden="true" size={14} />}
    {children}
  </button>
);
