import { schema } from "../../db/index.ts";
import type { Context } from "../context.ts";
import { one, requireChangeable } from "./require-schedule.ts";

/** Of one that was sent only the plan goes, not the message. */
export async function deleteSchedule(ctx: Context, id: string): Promise<void> {
  await requireChangeable(ctx, id);
  await ctx.db.delete(schema.schedules).where(one(ctx, id));
}
