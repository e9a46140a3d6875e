import { and, eq } from "drizzle-orm";
import { isAnyOf, notifyPeople, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { requireRows } from "../../ground/require-rows.ts";

const { userQueues } = schema;

/** Replaces the user's queues. */
export async function saveUserQueues(ctx: DeskContext, userId: string, queueIds: readonly string[]): Promise<void> {
  const { companyId } = ctx;
  await requireRows(ctx, schema.queues, queueIds, "ERR_NO_QUEUE_FOUND");
  const isOfUser = and(eq(userQueues.companyId, companyId), eq(userQueues.userId, userId));
  const present = new Set(
    (await ctx.db.select({ queueId: userQueues.queueId }).from(userQueues).where(isOfUser)).map((row) => row.queueId),
  );
  const left = [...present].filter((queueId) => !queueIds.includes(queueId));
  const entered = queueIds.filter((queueId) => !present.has(queueId));
  // Writes only differences: each inserted or deleted row is a change that every device receives.
  if (left.length > 0) await ctx.db.delete(userQueues).where(and(isOfUser, isAnyOf(userQueues.queueId, left)));
  if (entered.length > 0)
    await ctx.db.insert(userQueues).values(entered.map((queueId) => ({ companyId, userId, queueId })));
  if (left.length + entered.length > 0) await notifyPeople(ctx.db, companyId);
}

/** Refuses a connection that the company does not have; null: none. */
export const requireConnectionOfCompany = (ctx: DeskContext, connectionId: string | null): Promise<void> =>
  requireRows(ctx, schema.connections, connectionId === null ? [] : [connectionId], "ERR_NO_WAPP_FOUND");
