import { schema } from "../../db/index.ts";
import type { ScheduleChange } from "../../sync/contracts/schedules.ts";
import { requireContact } from "../contacts/index.ts";
import type { Context } from "../context.ts";
import { requirePicture } from "../files/index.ts";
import { one, requireUnsent, type ScheduleRow } from "./require-schedule.ts";
import { refuseTooLate, sendAtOf } from "./send-at.ts";

const { schedules } = schema;

/** One that failed is due again at the hour that it is given; one that was sent stays as it is. */
export async function updateSchedule(ctx: Context, id: string, change: ScheduleChange): Promise<ScheduleRow> {
  const present = await requireUnsent(ctx, id);
  const { body = present.body, contactId = present.contactId } = change;
  if (contactId !== present.contactId) await requireContact(ctx, contactId);
  const sendAt = change.sendAt === undefined ? present.sendAt : await sendAtOf(ctx, change.sendAt);
  const words = { body, contactId, updatedAt: ctx.now };
  // Who changes only the words of one whose hour is long past repeats that hour: it stays failed.
  if (sendAt.getTime() === present.sendAt.getTime()) return write(ctx, id, words);
  refuseTooLate(ctx, sendAt);
  return write(ctx, id, { ...words, sendAt, status: "pending", errorCode: null });
}

/** Null takes the picture off. */
export async function setSchedulePicture(ctx: Context, id: string, fileId: string | null): Promise<ScheduleRow> {
  await requireUnsent(ctx, id);
  if (fileId) await requirePicture(ctx, fileId);
  return write(ctx, id, { fileId, updatedAt: ctx.now });
}

async function write(ctx: Context, id: string, set: Partial<ScheduleRow>): Promise<ScheduleRow> {
  const [changed] = await ctx.db.update(schedules).set(set).where(one(ctx, id)).returning();
  if (!changed) throw new Error("a locked schedule is gone");
  return changed;
}
