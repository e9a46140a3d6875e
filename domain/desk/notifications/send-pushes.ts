import { createHash } from "node:crypto";
import { and, eq, isNull, lt } from "drizzle-orm";
import { type Database, type Jobs, schema } from "../../../db/index.ts";
import { deliverPush, type PushOptions, type PushOutcome } from "../../../outside/web-push/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { chatPushesFor } from "./chat-push-targets.ts";
import { type Push, pushesFor } from "./push-targets.ts";
import { deleteSubscriptions } from "./subscriptions.ts";

const { pushSends, pushSubscriptions } = schema;

/** A worker that claimed a browser and has not confirmed by then is dead; the topic prevents a second display. */
const TAKEN_MS = 60_000;

export type PushDeps = {
  database: Database;
  options: PushOptions;
  isAt(userId: string, ticketId: string): boolean;
  now?: () => Date;
};

/**
 * Notifies every browser that a message concerns, once. May run twice, in two processes: each browser is claimed by
 * one of them first. Throws when some must be retried.
 */
export async function sendPushes(deps: PushDeps, job: Jobs["push.send"]): Promise<void> {
  const { database, options, isAt, now = () => new Date() } = deps;
  const { companyId, messageId, isChat = false } = job;
  const inside = <T>(work: (ctx: DeskContext) => Promise<T>) =>
    database.company(companyId, (db) => work({ db, companyId, now: now() }));
  const { mine, isUnsure } = await inside(async (ctx) =>
    take(ctx, messageId, isChat ? await chatPushesFor(ctx, messageId) : await pushesFor(ctx, messageId, isAt)),
  );
  const outcomes = await Promise.all(
    mine.map(async ({ subscription, payload }) => {
      const topic = topicOf(messageId, subscription.id);
      const outcome = await deliverPush(subscription, payload, options, topic);
      await inside((ctx) => note(ctx, messageId, subscription.id, outcome));
      return outcome;
    }),
  );
  if (isUnsure || outcomes.includes("later")) throw new Error("some browsers are to be told later");
}

const topicOf = (messageId: string, subscriptionId: string) =>
  createHash("sha256").update(`${messageId} ${subscriptionId}`).digest("base64url").slice(0, 32);

/**
 * Claims browsers that no other worker has notified or claimed. `isUnsure`: another worker has claimed some without
 * an outcome.
 */
async function take(ctx: DeskContext, messageId: string, pushes: Push[]): Promise<{ mine: Push[]; isUnsure: boolean }> {
  if (pushes.length === 0) return { mine: [], isUnsure: false };
  const { companyId, now } = ctx;
  const rows = pushes
    .map(({ subscription }) => ({ companyId, messageId, subscriptionId: subscription.id, takenAt: now }))
    .sort((a, b) => a.subscriptionId.localeCompare(b.subscriptionId));
  const abandoned = new Date(now.getTime() - TAKEN_MS);
  const taken = await ctx.db
    .insert(pushSends)
    .values(rows)
    .onConflictDoUpdate({
      target: [pushSends.companyId, pushSends.messageId, pushSends.subscriptionId],
      set: { takenAt: now },
      setWhere: and(isNull(pushSends.sentAt), lt(pushSends.takenAt, abandoned)),
    })
    .returning({ id: pushSends.subscriptionId });
  const ids = new Set(taken.map(({ id }) => id));
  const isMessage = and(eq(pushSends.companyId, companyId), eq(pushSends.messageId, messageId));
  const unsent = await ctx.db
    .select({ id: pushSends.subscriptionId })
    .from(pushSends)
    .where(and(isMessage, isNull(pushSends.sentAt)));
  return {
    mine: pushes.filter(({ subscription }) => ids.has(subscription.id)),
    isUnsure: unsent.some(({ id }) => !ids.has(id)),
  };
}

async function note(ctx: DeskContext, messageId: string, subscriptionId: string, outcome: PushOutcome): Promise<void> {
  const isThis = and(
    eq(pushSends.companyId, ctx.companyId),
    eq(pushSends.messageId, messageId),
    eq(pushSends.subscriptionId, subscriptionId),
  );
  if (outcome === "sent" || outcome === "refused") {
    await ctx.db.update(pushSends).set({ sentAt: ctx.now }).where(isThis);
  } else if (outcome === "later") {
    await ctx.db.delete(pushSends).where(isThis);
  } else {
    await deleteSubscriptions(ctx, eq(pushSubscriptions.id, subscriptionId));
  }
}
