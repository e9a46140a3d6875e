import { and, eq } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { messageIdOf } from "./message-id.ts";
import { canChangeSchedule, visibleSchedules } from "./policy.ts";
import { type ScheduleView, scheduleViews } from "./schedule-views.ts";

const { schedules, messages } = schema;

export type ScheduleRow = typeof schedules.$inferSelect;

export const one = (ctx: Pick<Context, "companyId">, id: string) =>
  and(eq(schedules.companyId, ctx.companyId), eq(schedules.id, id));

/** Returns a schedule that the actor may see. */
export async function requireSchedule(ctx: Context, id: string): Promise<ScheduleView> {
  const [view] = await scheduleViews(ctx, eq(schedules.id, id));
  if (!view) throw new DomainError("ERR_NO_SCHEDULE_FOUND", { id });
  return view;
}

/** Returns a schedule that the actor may change. */
export async function requireChangeableSchedule(ctx: Context, id: string): Promise<ScheduleRow> {
  return changeable(ctx, id, await visible(ctx, id));
}

/** The same, locked until the transaction ends: a sending worker waits, or has finished. */
export async function lockSchedule(ctx: Context, id: string): Promise<ScheduleRow> {
  return changeable(ctx, id, await visible(ctx, id).for("no key update"));
}

const visible = (ctx: Context, id: string) =>
  ctx.db
    .select()
    .from(schedules)
    .where(and(one(ctx, id), visibleSchedules(ctx.actor)));

function changeable(ctx: Context, id: string, [row]: readonly ScheduleRow[]): ScheduleRow {
  if (!row) throw new DomainError("ERR_NO_SCHEDULE_FOUND", { id });
  if (!canChangeSchedule(ctx.actor, row)) throw new DomainError("ERR_NO_PERMISSION", { id });
  return row;
}

/**
 * The same, with an unsent message. A schedule whose message the channel refused is taken back from that message: it
 * becomes unsent and failed, and its next attempt sends a message with another id.
 */
export async function requireUnsent(ctx: Context, id: string): Promise<ScheduleRow> {
  const row = await lockSchedule(ctx, id);
  if (!row.sentAt) return row;
  const errorCode = await refusalOf(ctx, row);
  if (!errorCode) throw new DomainError("ERR_SCHEDULE_SENT", { id });
  const [takenBack] = await ctx.db
    .update(schedules)
    .set({ sentAt: null, status: "failed", errorCode, attempt: row.attempt + 1 })
    .where(one(ctx, id))
    .returning();
  if (!takenBack) throw new Error("a locked schedule is gone");
  return takenBack;
}

/** Returns the code with which the channel refused the schedule's message, locked against a retry of that message. */
async function refusalOf(ctx: Context, { id, attempt }: ScheduleRow): Promise<string | null> {
  const [message] = await ctx.db
    .select({ errorCode: messages.errorCode })
    .from(messages)
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.id, messageIdOf(id, attempt))))
    .for("share");
  return message?.errorCode ?? null;
}
