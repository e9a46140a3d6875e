import { and, eq, gt, isNotNull, isNull, lte } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { messages } = schema;
const AT_ONCE = 20;

/** A deletion for everyone that the channel does not have yet. */
export type Revocation = { messageId: string; chatKey: string; providerId: string };

const isPending = (ctx: DeskContext, { messageId }: Pick<Revocation, "messageId">) =>
  and(
    eq(messages.companyId, ctx.companyId),
    eq(messages.id, messageId),
    eq(messages.isDeleted, true),
    isNotNull(messages.sendAfter),
  );

/** Returns our messages that an agent deleted and the channel still shows. */
export async function nextRevocations(ctx: DeskContext, connectionId: string): Promise<Revocation[]> {
  const rows = await ctx.db
    .select({ messageId: messages.id, chatKey: messages.chatKey, providerId: messages.providerId })
    .from(messages)
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(messages.connectionId, connectionId),
        lte(messages.sendAfter, ctx.now),
        eq(messages.isDeleted, true),
        isNull(messages.errorCode),
      ),
    )
    .limit(AT_ONCE);
  return rows.flatMap(({ messageId, chatKey, providerId }) =>
    chatKey && providerId ? [{ messageId, chatKey, providerId }] : [],
  );
}

/** Returns false when the revocation is done already. */
export async function postponeRevocation(
  ctx: DeskContext,
  revocation: Pick<Revocation, "messageId"> & { until: Date },
): Promise<boolean> {
  const postponed = await ctx.db
    .update(messages)
    .set({ sendAfter: revocation.until })
    .where(isPending(ctx, revocation))
    .returning({ id: messages.id });
  return postponed.length > 0;
}

/** Makes revocations due again whose acknowledgement was lost with a former owner. */
export async function resumeRevocations(ctx: DeskContext, connectionId: string): Promise<void> {
  await ctx.db
    .update(messages)
    .set({ sendAfter: ctx.now })
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(messages.connectionId, connectionId),
        gt(messages.sendAfter, ctx.now),
        eq(messages.isDeleted, true),
      ),
    );
}

/** The channel has deleted the message, or has finally refused to. */
export async function markRevoked(ctx: DeskContext, revocation: Pick<Revocation, "messageId">): Promise<void> {
  await ctx.db.update(messages).set({ sendAfter: null }).where(isPending(ctx, revocation));
}
