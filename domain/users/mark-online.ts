import { and, eq, gt, sql } from "drizzle-orm";
import { isAnyOf, schema } from "../../db/index.ts";
import type { DeskContext } from "../context.ts";

const { users, userActivity } = schema;

/** A client says so each five minutes: whoever has been silent for longer is away. */
export const ONLINE_MS = 6 * 60_000;

/** These people are at the desk now. One who is no more is passed over. */
export async function markOnline(ctx: DeskContext, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const present = ctx.db
    .select({
      companyId: users.companyId,
      userId: users.id,
      lastSeenAt: sql`${ctx.now.toISOString()}::timestamptz`.as("at"),
    })
    .from(users)
    .where(and(eq(users.companyId, ctx.companyId), isAnyOf(users.id, [...new Set(userIds)].sort())))
    .orderBy(users.id)
    // One who is deleted at this very moment is passed over too: seen without the lock, they would be gone at the insert.
    .for("key share");
  await ctx.db
    .insert(userActivity)
    .select(present)
    .onConflictDoUpdate({
      target: [userActivity.companyId, userActivity.userId],
      set: { lastSeenAt: sql`greatest(${userActivity.lastSeenAt}, excluded.last_seen_at)` },
    });
}

/** Who has been seen since then is at the desk. */
export const onlineSince = ({ now }: Pick<DeskContext, "now">): Date => new Date(now.getTime() - ONLINE_MS);

/** When each person of the company was last seen, for those who are online: to give tickets to, and to show. */
export async function onlineUsers(ctx: DeskContext): Promise<Map<string, Date>> {
  const rows = await ctx.db
    .select({ userId: userActivity.userId, lastSeenAt: userActivity.lastSeenAt })
    .from(userActivity)
    .where(and(eq(userActivity.companyId, ctx.companyId), gt(userActivity.lastSeenAt, onlineSince(ctx))));
  return new Map(rows.map((row) => [row.userId, row.lastSeenAt]));
}
