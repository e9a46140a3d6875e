import { and, eq } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { renumber, requireQueueOption } from "./queue-options.ts";
import { requireLockedQueue } from "./require-queue.ts";

const { queueOptions } = schema;

/** Deletes the option and everything below it; later siblings move up. */
export async function deleteQueueOption(ctx: Context, id: string): Promise<void> {
  const option = await requireQueueOption(ctx, id);
  await requireLockedQueue(ctx, option.queueId);
  await ctx.db.delete(queueOptions).where(and(eq(queueOptions.companyId, ctx.companyId), eq(queueOptions.id, id)));
  await renumber(ctx, option);
}
