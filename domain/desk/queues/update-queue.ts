import { and, eq } from "drizzle-orm";
import type { QueueRequest } from "../../../contracts/desk/queues.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { checkQueue, orTaken } from "./check-queue.ts";
import type { QueueRow } from "./list-queues.ts";
import { requireLockedQueue, requireQueue } from "./require-queue.ts";
import { saveQueueMenu } from "./save-queue-menu.ts";

const { queues } = schema;

export async function updateQueue(ctx: Context, id: string, input: QueueRequest): Promise<QueueRow> {
  await requireLockedQueue(ctx, id);
  const { menu, ...columns } = input;
  await checkQueue(ctx, id, input);
  await orTaken(ctx, ({ db, companyId, now }) =>
    db
      .update(queues)
      .set({ ...columns, updatedAt: now })
      .where(and(eq(queues.companyId, companyId), eq(queues.id, id))),
  );
  if (menu) await saveQueueMenu(ctx, id, menu);
  return requireQueue(ctx, id);
}
