/** The hour at the top of a day that has nothing earlier. */
const MORNING = 7;
/** So many hours at most are in sight at once. */
const MOST_IN_SIGHT = 10;

/** The hour to begin with, so that the first of these hours is in sight. */
export function firstHour(taken: readonly number[]): number {
  const first = Math.min(...taken);
  if (first < MORNING) return first;
  return Number.isFinite(first) && first >= MORNING + MOST_IN_SIGHT ? first : MORNING;
}

/** `from` and `to`: the first and the last hour in sight. */
export function hiddenHours(taken: readonly number[], { from, to }: { from: number; to: number }) {
  const earlier = taken.filter((hour) => hour < from);
  const later = taken.filter((hour) => hour > to);
  return {
    before: earlier.length,
    after: later.length,
    /** The hours to show next; null: nothing is hidden there. */
    lastBefore: earlier.length > 0 ? Math.max(...earlier) : null,
    firstAfter: later.length > 0 ? Math.min(...later) : null,
  };
}
