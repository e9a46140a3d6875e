import { eq, sql } from "drizzle-orm";
import { type Database, schema } from "../../db/index.ts";

const { recentCalls } = schema;

const HOUR_MS = 3_600_000;

/**
 * Counts a call, if the key had fewer than `most` allowed ones within the last hour, or within `windowMs`. Returns the
 * seconds to wait, 0 for an allowed call. One statement, so that calls to several processes at once are counted one after
 * the other. Refused calls are not counted.
 */
export async function takeCall(
  database: Database,
  key: string,
  most: number,
  now: Date,
  windowMs = HOUR_MS,
): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const since = sql`${new Date(now.getTime() - windowMs).toISOString()}::timestamptz`;
  const recent = sql`array(select t from unnest(${recentCalls.times}) t where t > ${since} order by t)`;
  const isAllowed = sql`cardinality(${recent}) < ${most}`;
  const [row] = await database.platform
    .insert(recentCalls)
    .values({ key, times: [now], isAllowed: true })
    .onConflictDoUpdate({
      target: recentCalls.key,
      set: {
        times: sql`case when ${isAllowed} then ${recent} || ${at} else ${recent} end`,
        isAllowed,
      },
    })
    .returning();
  return row && !row.isAllowed ? secondsUntil(row.times, now, windowMs) : 0;
}

/** Returns the seconds that `takeCall` would refuse a call for, and counts none. */
export async function callMustWait(
  database: Database,
  key: string,
  most: number,
  now: Date,
  windowMs = HOUR_MS,
): Promise<number> {
  const [row] = await database.platform.select().from(recentCalls).where(eq(recentCalls.key, key));
  const recent = (row?.times ?? []).filter((time) => time.getTime() > now.getTime() - windowMs);
  return recent.length < most ? 0 : secondsUntil(recent, now, windowMs);
}

/** The seconds until the oldest of these calls leaves the window. */
function secondsUntil([oldest]: readonly Date[], now: Date, windowMs: number): number {
  return oldest ? Math.max(1, Math.ceil((oldest.getTime() + windowMs - now.getTime()) / 1000)) : 0;
}
