import { schema } from "../../db/index.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { one, requireChangeable } from "./require-schedule.ts";

/**
 * Of one that was sent only the plan goes, not the message. `unlessSent`: whoever deletes it took it for waiting, and
 * is told that it was too late.
 */
export async function deleteSchedule(ctx: Context, id: string, { unlessSent = false } = {}): Promise<void> {
  const row = await requireChangeable(ctx, id);
  if (unlessSent && row.sentAt) throw new DomainError("ERR_SCHEDULE_SENT", { id });
  await ctx.db.delete(schema.schedules).where(one(ctx, id));
}
