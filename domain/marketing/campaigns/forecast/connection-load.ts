import { and, eq, isNotNull, sql } from "drizzle-orm";
import { localMinute } from "../../../../contracts/local-time.ts";
import { prepareOnce, schema, sendLast } from "../../../../db/index.ts";
import type { DeskContext } from "../../../ground/context.ts";
import { nextSlot } from "./pace.ts";

const { campaignDays, messages } = schema;

/**
 * So many campaign messages of a connection may wait in the outbox. More would leave in a burst when a number that
 * cannot send recovers, and a cancel would not stop them.
 */
const MAX_UNSENT = 5;
const UNSENT_PAUSE_MS = 500;

type LoadedConnection = {
  campaign: Pick<typeof schema.campaigns.$inferSelect, "window" | "dailyLimit">;
  frozen: Pick<schema.FrozenCampaign, "timeZone">;
  connection: { id: string };
};
type Sender = LoadedConnection & { isOutboxBehind: boolean };

/**
 * Returns when the connection may send a campaign message: now, when the window opens, on a day below the daily limit,
 * or after a pause while the outbox is behind. With a limit it locks the connection's count of the day, so that two
 * campaigns do not exceed it together.
 */
export async function sendableFrom(ctx: DeskContext, sender: Sender): Promise<Date> {
  const { campaign, frozen, connection, isOutboxBehind } = sender;
  const today = dayOf(ctx, sender);
  const sent = campaign.dailyLimit === null ? 0 : await lockCount(ctx, connection.id, today);
  const limits = { ...campaign, timeZone: frozen.timeZone };
  const { from } = nextSlot(ctx.now, limits, (day) => (day === today ? sent : 0));
  if (from > ctx.now || !isOutboxBehind) return from;
  return new Date(ctx.now.getTime() + UNSENT_PAUSE_MS);
}

/** Counts a message of the connection's day. */
export async function countSent(ctx: DeskContext, sender: LoadedConnection): Promise<void> {
  await sendLast(ctx.db, () =>
    ctx.db
      .insert(campaignDays)
      .values({ companyId: ctx.companyId, connectionId: sender.connection.id, day: dayOf(ctx, sender), sent: 1 })
      .onConflictDoUpdate({
        target: [campaignDays.companyId, campaignDays.connectionId, campaignDays.day],
        set: { sent: sql`${campaignDays.sent} + 1` },
        setWhere: eq(campaignDays.companyId, ctx.companyId),
      })
      .execute(),
  );
}

const dayOf = (ctx: DeskContext, { frozen }: LoadedConnection) => localMinute(ctx.now, frozen.timeZone).slice(0, 10);

async function lockCount(ctx: DeskContext, connectionId: string, day: string): Promise<number> {
  const { companyId } = ctx;
  const [row] = await ctx.db
    .insert(campaignDays)
    .values({ companyId, connectionId, day, sent: 0 })
    .onConflictDoUpdate({
      target: [campaignDays.companyId, campaignDays.connectionId, campaignDays.day],
      set: { sent: sql`${campaignDays.sent}` },
      setWhere: eq(campaignDays.companyId, companyId),
    })
    .returning({ sent: campaignDays.sent });
  if (!row) throw new Error("an insert answered no row");
  return row.sent;
}

/** Returns whether as many campaign messages of the connection wait in the outbox as may wait there. */
export async function isOutboxBehind({ db, companyId }: DeskContext, connectionId: string): Promise<boolean> {
  return (await unsentOf(db, { companyId, connectionId })).length >= MAX_UNSENT;
}

const unsentOf = prepareOnce((db, param) =>
  db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.companyId, param("companyId")),
        eq(messages.connectionId, param("connectionId")),
        isNotNull(messages.sendAfter),
        eq(messages.origin, "campaign"),
      ),
    )
    .limit(MAX_UNSENT),
);
