/** Days are "YYYY-MM-DD" in the company's calendar. They are computed in UTC, where every day has 24 hours. */
const DAY_MS = 86_400_000;

const dateOf = (day: string) => new Date(`${day}T00:00Z`);
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

export const addDays = (day: string, count: number) => dayOf(new Date(dateOf(day).getTime() + count * DAY_MS));
export const startOfWeek = (day: string) => addDays(day, -dateOf(day).getUTCDay());

/** Returns the same day of another month, or that month's last day. */
export function addMonths(day: string, count: number): string {
  const date = dateOf(day);
  const month = date.getUTCMonth() + count;
  const last = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), last))));
}

/** Returns the whole weeks that contain a month. */
export function weeksOfMonth(day: string): string[][] {
  const first = startOfWeek(`${day.slice(0, 8)}01`);
  const last = addMonths(`${day.slice(0, 8)}01`, 1);
  const weeks: string[][] = [];
  for (let week = first; week < last; week = addDays(week, 7)) weeks.push(daysFrom(week, 7));
  return weeks;
}

export const daysFrom = (day: string, count: number) => Array.from({ length: count }, (_, at) => addDays(day, at));

export const calendarViews = ["month", "week", "day", "agenda"] as const;
export type CalendarView = (typeof calendarViews)[number];

/** Returns the days that a view shows. */
export function daysShown(view: CalendarView, day: string): string[] {
  if (view === "month") return weeksOfMonth(day).flat();
  return view === "week" ? daysFrom(startOfWeek(day), 7) : [day];
}

export function step(view: CalendarView, day: string, direction: 1 | -1): string {
  if (view === "month") return addMonths(day, direction);
  return addDays(day, direction * (view === "week" ? 7 : 1));
}

/** Formats a day; `options` select its parts, for example the month's name or a column header. */
export function dayText(day: string, language: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(dateOf(day));
}
