import { eq, type SQL, sql } from "drizzle-orm";
import { weekdays } from "../../../contracts/hours.ts";
import { localMinute } from "../../../contracts/local-time.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../context.ts";

/** The time zone of the platform itself: its daily work, for example backups. */
export const PLATFORM_TIME_ZONE = "America/Sao_Paulo";

/** Returns the company's time zone, an IANA name. */
export async function companyTimeZone(ctx: Pick<DeskContext, "db" | "companyId">): Promise<string> {
  const [company] = await ctx.db
    .select({ timeZone: schema.companies.timeZone })
    .from(schema.companies)
    .where(eq(schema.companies.id, ctx.companyId));
  if (!company) throw new Error("a company is gone");
  return company.timeZone;
}

const days: readonly string[] = weekdays.map(([day]) => day);

/** Returns the day of the week (Monday is 0) and the time "HH:mm" in the time zone. */
export function wallClock(instant: Date, timeZone: string): { day: number; time: string } {
  const weekday = new Intl.DateTimeFormat("en", { timeZone, weekday: "long" }).format(instant).toLowerCase();
  return { day: days.indexOf(weekday), time: localMinute(instant, timeZone).slice(11) };
}

/**
 * Returns the instant of a local date and time. A time skipped by daylight saving is shifted by the change; of a
 * repeated time it is the later one.
 */
export const instantAt = (local: string | SQL, timeZone: string): SQL<string> =>
  sql`(${local}::timestamp at time zone ${timeZone})`;
