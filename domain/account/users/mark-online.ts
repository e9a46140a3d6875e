import { and, eq, gt, sql } from "drizzle-orm";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { users, userActivity } = schema;

/** Clients report every five minutes: a user who has been silent for longer is offline. */
export const ONLINE_MS = 6 * 60_000;

/** Marks these users as online. Deleted ones are skipped. */
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
    // A user who is being deleted right now is skipped, too: without the lock the insert would fail.
    .for("key share");
  await ctx.db
    .insert(userActivity)
    .select(present)
    .onConflictDoUpdate({
      target: [userActivity.companyId, userActivity.userId],
      set: { lastSeenAt: sql`greatest(${userActivity.lastSeenAt}, excluded.last_seen_at)` },
    });
}

/** Users seen since then are online. */
export const onlineSince = ({ now }: Pick<DeskContext, "now">): Date => new Date(now.getTime() - ONLINE_MS);

/** Returns when each online user of the company was last seen, for rotation and display. */
export async function onlineUsers(ctx: DeskContext): Promise<Map<string, Date>> {
  const rows = await ctx.db
    .select({ userId: userActivity.userId, lastSeenAt: userActivity.lastSeenAt })
    .from(userActivity)
    .where(and(eq(userActivity.companyId, ctx.companyId), gt(userActivity.lastSeenAt, onlineSince(ctx))));
  return new Map(rows.map((row) => [row.userId, row.lastSeenAt]));
}
