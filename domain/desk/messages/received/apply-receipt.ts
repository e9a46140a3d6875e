import { and, eq, inArray, isNotNull, lt, or, sql } from "drizzle-orm";
import { schema } from "../../../../db/index.ts";
import type { DeskContext } from "../../../ground/context.ts";

const { messages } = schema;

export type Receipt = { connectionId: string; providerIds: string[]; ack: 1 | 2 | 3 | 4; at: Date };

/**
 * Raises the delivery status of own messages, in whatever order receipts arrive. Each status keeps the first time it
 * was known; a skipped one gets the later status's time. A receipt for a failed message means that it has arrived.
 */
export async function applyReceipt(ctx: DeskContext, receipt: Receipt): Promise<void> {
  if (receipt.providerIds.length === 0) return;
  const { ack } = receipt;
  const at = sql`${receipt.at.toISOString()}::timestamptz`;
  await ctx.db
    .update(messages)
    .set({
      ack: sql`greatest(${messages.ack}, ${ack})`,
      errorCode: null,
      sendAfter: sql`case when ${messages.isDeleted} then ${messages.sendAfter} end`,
      acceptedAt: sql`coalesce(${messages.acceptedAt}, ${at})`,
      ...(ack >= 2 && { deliveredAt: sql`coalesce(${messages.deliveredAt}, ${at})` }),
      ...(ack >= 3 && { readAt: sql`coalesce(${messages.readAt}, ${at})` }),
      ...(ack >= 4 && { playedAt: sql`coalesce(${messages.playedAt}, ${at})` }),
    })
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(messages.connectionId, receipt.connectionId),
        inArray(messages.providerId, receipt.providerIds),
        eq(messages.fromMe, true),
        or(lt(messages.ack, ack), isNotNull(messages.errorCode)),
      ),
    );
}
