import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { PushState, PushSubscriptionInput, PushSwitches } from "../../../contracts/desk/notifications.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { claimKey, type Database, pushKey, releaseKeys, schema } from "../../../db/index.ts";
import { isPushEndpoint } from "../../../outside/web-push/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";

const { pushSubscriptions, pushSettings } = schema;

const ofSession = (ctx: Context, sessionId: string) =>
  and(eq(pushSubscriptions.companyId, ctx.companyId), eq(pushSubscriptions.sessionId, sessionId));

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;

/**
 * Ends the subscription that another company has of this browser. Called before the transaction that subscribes it: on a
 * cluster a transaction may not go on with rows that the owner's function has written.
 */
export async function endSubscriptionElsewhere(
  platform: Database["platform"],
  endpoint: string,
  companyId: string,
): Promise<void> {
  await platform.execute(sql`select forget_push_endpoint(${endpoint}, ${companyId}::uuid)`);
}

/** Subscribes this browser for as long as its session lives. Idempotent. */
export async function subscribePush(
  ctx: Context,
  sessionId: string,
  { endpoint, keys: { p256dh, auth } }: PushSubscriptionInput,
  allowed: readonly string[],
): Promise<void> {
  if (!isPushEndpoint(endpoint, allowed)) throw new DomainError("ERR_VALIDATION", { fields: { endpoint: "invalid" } });
  const { companyId, actor } = ctx;
  // A browser has one address at a time.
  await deleteSubscriptions(ctx, and(ofSession(ctx, sessionId), ne(pushSubscriptions.endpoint, endpoint)));
  await claimKey(ctx.db, { companyId, kind: "push", key: pushKey(endpoint), rowId: actor.id });
  const values = { sessionId, userId: actor.id, p256dh, auth };
  await ctx.db
    .insert(pushSubscriptions)
    .values({ companyId, id: uuidv7(), endpoint, createdAt: ctx.now, ...values })
    .onConflictDoUpdate({ target: [pushSubscriptions.companyId, pushSubscriptions.endpoint], set: values });
}

export async function unsubscribePush(ctx: Context, sessionId: string): Promise<void> {
  await deleteSubscriptions(ctx, ofSession(ctx, sessionId));
}

/** Deletes subscriptions of the company, and their keys. The keys of those that end with a session stay, and find nothing. */
export async function deleteSubscriptions(ctx: DeskContext, which: SQL | undefined): Promise<void> {
  const deleted = await ctx.db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.companyId, ctx.companyId), which))
    .returning({ endpoint: pushSubscriptions.endpoint });
  const keys = deleted.map(({ endpoint }) => pushKey(endpoint));
  await releaseKeys(ctx.db, { companyId: ctx.companyId, kind: "push", keys });
}

export async function findSubscription(ctx: Context, sessionId: string): Promise<SubscriptionRow | null> {
  const [found] = await ctx.db.select().from(pushSubscriptions).where(ofSession(ctx, sessionId));
  return found ?? null;
}

/** Every switch is on by default. */
export async function pushState(ctx: Context, sessionId: string): Promise<PushState> {
  const [row] = await ctx.db
    .select()
    .from(pushSettings)
    .where(and(eq(pushSettings.companyId, ctx.companyId), eq(pushSettings.userId, ctx.actor.id)));
  const subscription = await findSubscription(ctx, sessionId);
  return {
    mine: row?.mine ?? true,
    waiting: row?.waiting ?? true,
    preview: row?.preview ?? true,
    device: subscription?.isEnabled ?? true,
    isSubscribed: subscription !== null,
  };
}

/** The user's switches apply to all their devices, `device` to this one only. */
export async function changePushSwitches(
  ctx: Context,
  sessionId: string,
  { device, ...switches }: PushSwitches,
): Promise<void> {
  const { companyId, actor } = ctx;
  await ctx.db
    .insert(pushSettings)
    .values({ companyId, userId: actor.id, ...switches })
    .onConflictDoUpdate({ target: [pushSettings.companyId, pushSettings.userId], set: switches });
  await ctx.db.update(pushSubscriptions).set({ isEnabled: device }).where(ofSession(ctx, sessionId));
}
