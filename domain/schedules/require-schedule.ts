import { and, eq } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { canChangeSchedule, visibleSchedules } from "./policy.ts";
import { type ScheduleView, scheduleViews } from "./schedule-views.ts";

const { schedules } = schema;

export type ScheduleRow = typeof schedules.$inferSelect;

export const one = (ctx: Pick<Context, "companyId">, id: string) =>
  and(eq(schedules.companyId, ctx.companyId), eq(schedules.id, id));

/** Returns a schedule that the actor may see. */
export async function requireSchedule(ctx: Context, id: string): Promise<ScheduleView> {
  const [view] = await scheduleViews(ctx, eq(schedules.id, id));
  if (!view) throw new DomainError("ERR_NO_SCHEDULE_FOUND", { id });
  return view;
}

/**
 * Returns a schedule that the actor may change, locked until the transaction ends: a sending worker waits, or has
 * finished.
 */
export async function requireChangeable(ctx: Context, id: string): Promise<ScheduleRow> {
  const [row] = await ctx.db
    .select()
    .from(schedules)
    .where(and(one(ctx, id), visibleSchedules(ctx.actor)))
    .for("no key update");
  if (!row) throw new DomainError("ERR_NO_SCHEDULE_FOUND", { id });
  if (!canChangeSchedule(ctx.actor, row)) throw new DomainError("ERR_NO_PERMISSION", { id });
  return row;
}

/** The same, with an unsent message. */
export async function requireUnsent(ctx: Context, id: string): Promise<ScheduleRow> {
  const row = await requireChangeable(ctx, id);
  if (row.sentAt) throw new DomainError("ERR_SCHEDULE_SENT", { id });
  return row;
}
