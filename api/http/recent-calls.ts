import { sql } from "drizzle-orm";
import { type Database, schema } from "../../db/index.ts";

const { recentCalls } = schema;

const WINDOW_MS = 3_600_000;

/**
 * Counts a call, if the key had fewer than `most` allowed ones within the last hour. Returns the seconds to wait, 0 for
 * an allowed call. One statement, so that calls to several processes at once are counted one after the other. Refused
 * calls are not counted.
 */
export async function takeCall(database: Database, key: string, most: number, now: Date): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const since = sql`${new Date(now.getTime() - WINDOW_MS).toISOString()}::timestamptz`;
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
  const [oldest] = row?.times ?? [];
  if (!row || row.isAllowed || !oldest) return 0;
  return Math.max(1, Math.ceil((oldest.getTime() + WINDOW_MS - now.getTime()) / 1000));
}
