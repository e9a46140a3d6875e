import { Copy } from "lucide-react";
import { type DayHours, isAllDay, isClosed, runsPastMidnight } from "../../../contracts/hours.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { copiedTo, dayProblem, openParts, typedTime, weekdayNames, workdays } from "./week.ts";

type HoursGridProps = { week: DayHours[]; onChange: (week: DayHours[]) => void; disabled?: boolean };

/** Edits a week's hours: start and end of each day, and a bar that shows the day. */
export function HoursGrid({ week, onChange, disabled }: HoursGridProps) {
  const set = (changed: DayHours) => onChange(week.map((day) => (day.weekdayEn === changed.weekdayEn ? changed : day)));
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="line-ring w-full rounded-lg">
        {week.map((day) => (
          <DayRow key={day.weekdayEn} day={day} onChange={set} disabled={disabled} />
        ))}
      </div>
      <Button
        size="small"
        icon={<Copy aria-hidden="true" size={14} />}
        disabled={disabled}
        onClick={() => onChange(copiedTo(week, "monday", workdays))}
      >
        {m.hours_copy()}
      </Button>
    </div>
  );
}

type DayRowProps = { day: DayHours; onChange: (day: DayHours) => void; disabled?: boolean };

function DayRow({ day, onChange, disabled }: DayRowProps) {
  const name = weekdayNames[day.weekdayEn]();
  const problem = dayProblem(day);
  const time = (field: "startTime" | "endTime", label: string) => (
    // Not a time input, because that follows the browser's language and may show 06:00 PM.
    <TextField
      label={`${name}: ${label}`}
      hideLabel
      disabled={disabled}
      value={day[field]}
      inputMode="numeric"
      maxLength={5}
      placeholder="00:00"
      onChange={(event) => onChange({ ...day, [field]: event.target.value })}
      onBlur={() => onChange({ ...day, [field]: typedTime(day[field]) })}
      aria-invalid={problem ? true : undefined}
      className="w-20 tabular-nums"
    />
  );
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line px-3 py-1.5 not-last:border-b">
      <legend className="sr-only">{name}</legend>
      <span aria-hidden="true" className="w-28 font-medium max-sm:w-full">
        {name}
      </span>
      {time("startTime", m.hours_start())}
      <span aria-hidden="true" className="text-ink-3">
        –
      </span>
      {time("endTime", m.hours_end())}
      <span className="min-w-40 flex-1">
        {problem ? (
          <span role="alert" className="text-danger-ink text-xs">
            {problem}
          </span>
        ) : (
          <DayBar day={day} />
        )}
      </span>
    </fieldset>
  );
}

function DayBar({ day }: { day: DayHours }) {
  if (isClosed(day)) return <span className="text-ink-3 text-xs">{m.hours_closed()}</span>;
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="relative h-2.5 min-w-24 flex-1 overflow-hidden rounded-full bg-line">
        {openParts(day).map(({ from, to }) => (
          <span
            key={from}
            className="absolute inset-y-0 rounded-full bg-primary"
            style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
          />
        ))}
      </span>
      {isAllDay(day) && <span className="text-ink-3 text-xs">{m.hours_all_day()}</span>}
      {runsPastMidnight(day) && <span className="text-ink-3 text-xs">{m.hours_past_midnight()}</span>}
    </span>
  );
}
