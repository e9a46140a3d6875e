import { eq, type SQL, sql } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import { weekdays } from "../../sync/contracts/hours.ts";
import { localMinute } from "../../sync/contracts/local-time.ts";
import type { DeskContext } from "../context.ts";

/** The company's time zone, an IANA name. */
export async function companyTimeZone(ctx: Pick<DeskContext, "db" | "companyId">): Promise<string> {
  const [company] = await ctx.db
    .select({ timeZone: schema.companies.timeZone })
    .from(schema.companies)
    .where(eq(schema.companies.id, ctx.companyId));
  if (!company) throw new Error("a company is gone");
  return company.timeZone;
}

const days: readonly string[] = weekdays.map(([day]) => day);

/** The clock on the wall of the time zone: which day of the week (Monday is 0), and the time "HH:mm". */
export function wallClock(instant: Date, timeZone: string): { day: number; time: string } {
  const weekday = new Intl.DateTimeFormat("en", { timeZone, weekday: "long" }).format(instant).toLowerCase();
  return { day: days.indexOf(weekday), time: localMinute(instant, timeZone).slice(11) };
}

/**
 * The instant at which the clock in the time zone shows this date and hour. One that a change of daylight saving skips
 * is as much later as the clock was put forward; of one that comes twice it is the later.
 */
export const instantAt = (local: string | SQL, timeZone: string): SQL<string> =>
  sql`(${local}::timestamp at time zone ${timeZone})`;
