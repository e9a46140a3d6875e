const clocks = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a formatter takes longer than formatting a thousand instants. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short", hourCycle: "h23" });
  clocks.set(timeZone, made);
  return made;
}

/** Returns the instant as "YYYY-MM-DDTHH:mm" in the time zone. */
export function localMinute(instant: Date, timeZone: string): string {
  return clockOf(timeZone).format(instant).replace(" ", "T");
}

const DAY_MS = 86_400_000;

/**
 * Returns the instant of a local minute, as Postgres computes it: a minute skipped by daylight saving is shifted by
 * the change; of a repeated minute it is the later one.
 */
export function instantOf(minute: string, timeZone: string): Date {
  const wall = Date.parse(`${minute}Z`);
  const shownFor = (ms: number) => Date.parse(`${localMinute(new Date(ms), timeZone)}Z`) - ms;
  const [before, after] = [wall - shownFor(wall - DAY_MS), wall - shownFor(wall + DAY_MS)];
  const right = [before, after].filter((ms) => localMinute(new Date(ms), timeZone) === minute);
  return new Date(right.length > 0 ? Math.max(...right) : before);
}
