import { uuidv7 } from "uuidv7";
import type { QueueRequest } from "../../../contracts/desk/queues.ts";
import { usualHours } from "../../../contracts/hours.ts";
import { schema } from "../../../db/index.ts";
import { requireRoom } from "../../account/plans/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { checkQueue, orTaken } from "./check-queue.ts";
import type { QueueRow } from "./list-queues.ts";
import { requireQueue } from "./require-queue.ts";
import { saveQueueMenu } from "./save-queue-menu.ts";

/** Creates a queue, within the plan's limit. Idempotent by id. */
export async function createQueue(ctx: Context, input: QueueRequest & { id?: string }): Promise<QueueRow> {
  requirePermission(ctx, "manageQueues");
  const { id = uuidv7(), schedules = [...usualHours], menu, ...columns } = input;
  await requireRoom(ctx, "queues", id);
  await checkQueue(ctx, id, input);
  const row = { ...columns, id, schedules, companyId: ctx.companyId, createdAt: ctx.now, updatedAt: ctx.now };
  await orTaken(ctx, ({ db }) =>
    db
      .insert(schema.queues)
      .values(row)
      .onConflictDoNothing({ target: [schema.queues.companyId, schema.queues.id] }),
  );
  if (menu) await saveQueueMenu(ctx, id, menu);
  return requireQueue(ctx, id);
}
