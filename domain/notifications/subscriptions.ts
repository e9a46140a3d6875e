import { and, eq, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { schema } from "../../db/index.ts";
import type { PushState, PushSubscriptionInput, PushSwitches } from "../../sync/contracts/notifications.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { isPushEndpoint } from "./push-hosts.ts";

const { pushSubscriptions, pushSettings } = schema;

const ofSession = (ctx: Context, sessionId: string) =>
  and(eq(pushSubscriptions.companyId, ctx.companyId), eq(pushSubscriptions.sessionId, sessionId));

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;

/** Subscribes this browser for as long as its session lives. Idempotent. */
export async function subscribePush(
  ctx: Context,
  sessionId: string,
  { endpoint, keys: { p256dh, auth } }: PushSubscriptionInput,
  allowed: readonly string[],
): Promise<void> {
  if (!isPushEndpoint(endpoint, allowed)) throw new DomainError("ERR_VALIDATION", { fields: { endpoint: "invalid" } });
  const { companyId, actor } = ctx;
  await ctx.db.execute(sql`select forget_push_endpoint(${endpoint}, ${companyId}::uuid)`);
  // A browser has one address at a time.
  await ctx.db
    .delete(pushSubscriptions)
    .where(and(ofSession(ctx, sessionId), sql`${pushSubscriptions.endpoint} <> ${endpoint}`));
  const values = { sessionId, userId: actor.id, p256dh, auth };
  await ctx.db
    .insert(pushSubscriptions)
    .values({ companyId, id: uuidv7(), endpoint, createdAt: ctx.now, ...values })
    .onConflictDoUpdate({ target: [pushSubscriptions.companyId, pushSubscriptions.endpoint], set: values });
}

export async function unsubscribePush(ctx: Context, sessionId: string): Promise<void> {
  await ctx.db.delete(pushSubscriptions).where(ofSession(ctx, sessionId));
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
