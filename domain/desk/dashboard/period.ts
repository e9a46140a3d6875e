import { type SQL, sql } from "drizzle-orm";
import type { DashboardPeriod } from "../../../contracts/desk/dashboard.ts";
import { localMinute } from "../../../contracts/local-time.ts";
import { companyTimeZone } from "../../ground/company-time/index.ts";
import type { DeskContext } from "../../ground/context.ts";

/**
 * The period in the company's time zone: `from` (inclusive) and `until` (exclusive), and the same of the previous
 * period.
 */
export type Period = {
  timeZone: string;
  /** First and last day. */
  days: { from: string; to: string };
  before: Date;
  from: Date;
  until: Date;
  today: Date;
  tomorrow: Date;
};

const DAY_MS = 86_400_000;
/** No data is older. */
const FIRST_DAY = "2000-01-01";

/** Returns a date "YYYY-MM-DD" plus a number of days. */
const addDays = (day: string, count: number) => new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

export async function periodOf(ctx: DeskContext, wanted: DashboardPeriod): Promise<Period> {
  const timeZone = await companyTimeZone(ctx);
  const today = localMinute(ctx.now, timeZone).slice(0, 10);
  const days = daysOf(wanted, today);
  const length = Math.round((Date.parse(days.to) - Date.parse(days.from)) / DAY_MS) + 1;
  const start = (day: string): SQL =>
    sql`extract(epoch from (${day}::timestamp at time zone ${timeZone}))::float8 * 1000`;
  const [row] = await ctx.db.execute<Record<"before" | "from" | "until" | "today" | "tomorrow", number>>(
    sql`select ${start(addDays(days.from, -length))} as before, ${start(days.from)} as "from",
      ${start(addDays(days.to, 1))} as until, ${start(today)} as today, ${start(addDays(today, 1))} as tomorrow`,
  );
  if (!row) throw new Error("a select answered no row");
  return {
    timeZone,
    days,
    before: new Date(row.before),
    from: new Date(row.from),
    until: new Date(row.until),
    today: new Date(row.today),
    tomorrow: new Date(row.tomorrow),
  };
}

function daysOf({ days, from, to }: DashboardPeriod, today: string): { from: string; to: string } {
  if (days !== undefined) return { from: addDays(today, 1 - days), to: today };
  if (from) return { from, to: to ?? (from > today ? from : today) };
  if (to) return { from: to < FIRST_DAY ? to : FIRST_DAY, to };
  return { from: `${today.slice(0, 8)}01`, to: today };
}
