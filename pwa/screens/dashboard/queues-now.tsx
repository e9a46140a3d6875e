import { TriangleAlert } from "lucide-react";
import type { DashboardWire } from "../../../contracts/wire/dashboard.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { classNames } from "../../ui/class-names.ts";
import { SquareChip } from "../../ui/fields/chips.tsx";
import { outliers, shortMinutes } from "./minutes.ts";

const MINUTE_MS = 60_000;

/** Shows how many contacts wait in each queue, and how long the first of them has waited. */
export function QueuesNow({ queues, now }: { queues: DashboardWire["queues"]; now: Date }) {
  const minutesSince = (since: string) => (now.getTime() - Date.parse(since)) / MINUTE_MS;
  const long = outliers(queues.flatMap(({ since }) => (since === null ? [] : minutesSince(since))));
  return (
    <section className="line-ring flex min-w-0 flex-col rounded-lg p-3.5">
      <div className="flex items-baseline justify-between gap-2">
        <h2 className="text-md">{m.dashboard_queues()}</h2>
        <span className="text-ink-3 text-xs">{m.dashboard_queues_note()}</span>
      </div>
      <ul className="mt-2 flex flex-col">
        {queues.map(({ id, name, color, waiting, since }) => {
          const minutes = since === null ? null : minutesSince(since);
          const isLong = minutes !== null && long.includes(minutes);
          return (
            <li key={id ?? "none"} className="flex h-8.5 items-center gap-3 border-line border-t text-sm">
              <SquareChip name={name || m.dashboard_no_queue()} color={color || null} className="flex-1" />
              <span className="font-semibold tabular-nums">{waiting}</span>
              <span
                className={classNames(
                  "flex w-22 items-center justify-end gap-1.5 text-xs tabular-nums",
                  isLong ? "text-warn-ink" : "text-ink-3",
                )}
              >
                {isLong && <TriangleAlert role="img" aria-label={m.dashboard_long_wait()} size={14} />}
                {minutes === null ? "—" : shortMinutes(minutes)}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
