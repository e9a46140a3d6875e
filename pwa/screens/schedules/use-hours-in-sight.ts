import { useEffect, useEffectEvent, useRef, useState } from "react";
import { firstHour, hiddenHours } from "./hours-in-sight.ts";

const nowhere = { from: 0, to: 23 };

/**
 * Scrolls a column of hours, whose rows have `data-hour`, to its first event whenever `view` changes, and tracks
 * which hours are visible. `taken`: the hour of each event.
 */
export function useHoursInSight(view: string, taken: readonly number[]) {
  const body = useRef<HTMLDivElement>(null);
  const [inSight, setInSight] = useState(nowhere);
  const hidden = hiddenHours(taken, inSight);

  function look() {
    if (!body.current) return;
    const seen = hoursInSight(body.current);
    if (seen.from !== inSight.from || seen.to !== inSight.to) setInSight(seen);
  }
  function show(hour: number | null) {
    const row = body.current?.querySelector<HTMLElement>(`[data-hour="${hour}"]`);
    if (!body.current || !row) return;
    body.current.scrollTop = row.offsetTop - body.current.offsetTop;
    look();
  }
  const open = useEffectEvent(() => show(firstHour(taken)));
  // Events may load after the view: it scrolls once when the first ones are there.
  const hasEvents = taken.length > 0;
  useEffect(() => {
    if (view || hasEvents) open();
  }, [view, hasEvents]);

  return { body, hidden, look, showBefore: () => show(hidden.lastBefore), showAfter: () => show(hidden.firstAfter) };
}

/** Returns the first and last hour whose rows are fully visible. */
function hoursInSight(body: HTMLElement) {
  const rows = [...body.querySelectorAll<HTMLElement>("[data-hour]")];
  const [top, bottom] = [body.scrollTop, body.scrollTop + body.clientHeight];
  const seen = rows
    .filter((row) => {
      const start = row.offsetTop - body.offsetTop;
      return start >= top - 1 && start + row.offsetHeight <= bottom + 1;
    })
    .map((row) => Number(row.getAttribute("data-hour")));
  return { from: seen[0] ?? nowhere.from, to: seen.at(-1) ?? nowhere.to };
}
