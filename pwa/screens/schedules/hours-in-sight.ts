/** Hour at the top when the day has no earlier event. */
const MORNING = 7;
/** Maximum number of visible hours. */
const MAX_IN_SIGHT = 10;

/** Returns the hour to scroll to, so that the earliest of these hours is visible. */
export function firstHour(taken: readonly number[]): number {
  const first = Math.min(...taken);
  if (first < MORNING) return first;
  return Number.isFinite(first) && first >= MORNING + MAX_IN_SIGHT ? first : MORNING;
}

/** Counts the events outside the visible hours. `from` and `to`: first and last visible hour. */
export function hiddenHours(taken: readonly number[], { from, to }: { from: number; to: number }) {
  const earlier = taken.filter((hour) => hour < from);
  const later = taken.filter((hour) => hour > to);
  return {
    before: earlier.length,
    after: later.length,
    /** The next hidden hours to show; null when there are none on that side. */
    lastBefore: earlier.length > 0 ? Math.max(...earlier) : null,
    firstAfter: later.length > 0 ? Math.min(...later) : null,
  };
}
