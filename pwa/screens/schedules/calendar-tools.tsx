import { CircleAlert } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { Segments } from "../../ui/fields/segments.tsx";
import { type CalendarView, calendarViews } from "./calendar-days.ts";

const words: Record<CalendarView, () => string> = {
  month: m.schedules_view_month,
  week: m.schedules_view_week,
  day: m.schedules_view_day,
  agenda: m.schedules_view_agenda,
};

export const ViewChoice = ({ value, onChange }: { value: CalendarView; onChange: (view: CalendarView) => void }) => (
  <Segments
    label={m.schedules_view()}
    items={calendarViews.map((view) => ({ id: view, label: words[view]() }))}
    value={value}
    onChange={onChange}
    className="ml-auto max-sm:w-full"
  />
);

/** Explains the colours of the calendar. */
export function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-ink-2 text-xs">
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="h-2.5 w-3.5 rounded-xs bg-success-soft ring-1 ring-primary" />
        {m.schedules_status_pending()}
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="line-ring h-2.5 w-3.5 rounded-xs bg-sunken" />
        {m.schedules_status_sent()}
      </li>
      <li className="flex items-center gap-1.5">
        <CircleAlert aria-hidden="true" size={13} className="text-danger-ink" />
        {m.schedules_status_failed()}
      </li>
      <li className="flex items-center gap-1.5">
        <span
          aria-hidden="true"
          className="is-queued h-2.5 w-3.5 rounded-xs border-[1.5px] border-queued-line border-dashed"
        />
        {m.schedules_waiting()}
      </li>
    </ul>
  );
}
