import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { lockSchedule, one } from "./require-schedule.ts";

/**
 * Deletes a schedule; a sent message stays. `unlessSent`: refuses when the message was sent, because the user took it
 * for waiting.
 */
export async function deleteSchedule(ctx: Context, id: string, { unlessSent = false } = {}): Promise<void> {
  const row = await lockSchedule(ctx, id);
  if (unlessSent && row.sentAt) throw new DomainError("ERR_SCHEDULE_SENT", { id });
  await ctx.db.delete(schema.schedules).where(one(ctx, id));
}
