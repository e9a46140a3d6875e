import { asc, eq } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

export type QueueRow = typeof schema.queues.$inferSelect;

/** Lists the company's queues in menu order. */
export function listQueues(ctx: Pick<DeskContext, "db" | "companyId">): Promise<QueueRow[]> {
  return ctx.db
    .select()
    .from(schema.queues)
    .where(eq(schema.queues.companyId, ctx.companyId))
    .orderBy(asc(schema.queues.position), asc(schema.queues.name));
}
