import { and, asc, eq, isNull } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { requireQueue } from "./require-queue.ts";

const { queueOptions } = schema;

export type QueueOptionRow = typeof queueOptions.$inferSelect;

/** Lists the options of a queue's menu in order: below one parent (null: the first level), or all. */
export async function listQueueOptions(
  ctx: Context,
  queueId: string,
  parentId?: string | null,
): Promise<QueueOptionRow[]> {
  await requireQueue(ctx, queueId);
  return siblingsOf(ctx, queueId, parentId);
}

export async function requireQueueOption(ctx: Context, id: string): Promise<QueueOptionRow> {
  const [option] = await ctx.db
    .select()
    .from(queueOptions)
    .where(and(eq(queueOptions.companyId, ctx.companyId), eq(queueOptions.id, id)));
  if (!option) throw new DomainError("ERR_NO_QUEUE_OPTION_FOUND", { id });
  return option;
}

/** `parentId` undefined: all levels. */
export function siblingsOf(ctx: DeskContext, queueId: string, parentId?: string | null): Promise<QueueOptionRow[]> {
  const under = parentId === null ? isNull(queueOptions.parentId) : eq(queueOptions.parentId, parentId ?? "");
  return ctx.db
    .select()
    .from(queueOptions)
    .where(
      and(
        eq(queueOptions.companyId, ctx.companyId),
        eq(queueOptions.queueId, queueId),
        parentId === undefined ? undefined : under,
      ),
    )
    .orderBy(asc(queueOptions.position), asc(queueOptions.createdAt), asc(queueOptions.id));
}

/** Numbers the options below one parent from 1, as contacts type them. `placed` gets its given position. */
export async function renumber(
  ctx: Context,
  { queueId, parentId }: Pick<QueueOptionRow, "queueId" | "parentId">,
  placed?: { id: string; position: number },
): Promise<void> {
  const rows = await siblingsOf(ctx, queueId, parentId);
  const inOrder = rows.filter(({ id }) => id !== placed?.id);
  const moved = rows.find(({ id }) => id === placed?.id);
  if (moved && placed) inOrder.splice(placed.position - 1, 0, moved);
  for (const [index, { id, position }] of inOrder.entries()) {
    if (position === index + 1) continue;
    await ctx.db
      .update(queueOptions)
      .set({ position: index + 1, updatedAt: ctx.now })
      .where(and(eq(queueOptions.companyId, ctx.companyId), eq(queueOptions.id, id)));
  }
}
