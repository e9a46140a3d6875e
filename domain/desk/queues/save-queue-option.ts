import { and, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { QueueOptionInput } from "../../../contracts/desk/queues.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { type QueueOptionRow, renumber, requireQueueOption, siblingsOf } from "./queue-options.ts";
import { requireLockedQueue } from "./require-queue.ts";

const { queueOptions } = schema;
const LAST = Number.MAX_SAFE_INTEGER;

/** Adds an option to a queue's menu. Idempotent by id. */
export async function addQueueOption(
  ctx: Context,
  { id = uuidv7(), position = LAST, ...input }: QueueOptionInput & { id?: string },
): Promise<QueueOptionRow> {
  await requireLockedQueue(ctx, input.queueId);
  await checkParent(ctx, input);
  const count = (await siblingsOf(ctx, input.queueId, input.parentId)).length;
  const [added] = await ctx.db
    .insert(queueOptions)
    .values({ ...input, id, companyId: ctx.companyId, position: count + 1, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflictDoNothing()
    .returning();
  if (added) await renumber(ctx, added, { id, position });
  return requireQueueOption(ctx, id);
}

/** Changes an option, or moves it with everything below it. */
export async function changeQueueOption(ctx: Context, id: string, change: QueueOptionInput): Promise<QueueOptionRow> {
  const { queueId } = await requireQueueOption(ctx, id);
  await requireLockedQueue(ctx, queueId);
  // Read under the lock of the menu.
  const before = await requireQueueOption(ctx, id);
  const { title, message, parentId } = change;
  await checkParent(ctx, { queueId, parentId }, id);
  const position = change.position ?? (parentId === before.parentId ? before.position : LAST);
  await ctx.db
    .update(queueOptions)
    .set({ title, message, parentId, updatedAt: ctx.now })
    .where(and(eq(queueOptions.companyId, ctx.companyId), eq(queueOptions.id, id)));
  await renumber(ctx, { queueId, parentId }, { id, position });
  if (parentId !== before.parentId) await renumber(ctx, before);
  return requireQueueOption(ctx, id);
}

/** A parent must be an option of the same queue, and no option may be below itself. */
async function checkParent(
  ctx: Context,
  { queueId, parentId }: Pick<QueueOptionInput, "queueId" | "parentId">,
  id?: string,
): Promise<void> {
  if (parentId === null) return;
  const parents = new Map((await siblingsOf(ctx, queueId)).map((option) => [option.id, option.parentId]));
  if (!parents.has(parentId)) throw new DomainError("ERR_NO_QUEUE_OPTION_FOUND", { id: parentId });
  for (let above: string | null = parentId; above; above = parents.get(above) ?? null)
    if (above === id) throw new DomainError("ERR_VALIDATION", { fields: { parentId: ["circle"] } });
}
