import { uuidv7 } from "uuidv7";
import type { NewSchedule } from "../../../contracts/desk/schedules.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { requireContact } from "../contacts/index.ts";
import { requirePicture } from "../files/index.ts";
import { requireAgent } from "../tickets/index.ts";
import { lockSchedule, type ScheduleRow } from "./require-schedule.ts";
import { refuseTooLate, sendAtOf } from "./send-at.ts";

const { schedules } = schema;

/** Schedules a message to a contact. Idempotent by id. */
export async function createSchedule(ctx: Context, wanted: NewSchedule): Promise<ScheduleRow> {
  const { id = uuidv7(), body, fileId, isMarketing = false } = wanted;
  const userId = await ownerOf(ctx, wanted.userId);
  const contact = await requireContact(ctx, wanted.contactId);
  const sendAt = await sendAtOf(ctx, wanted.sendAt);
  refuseTooLate(ctx, sendAt);
  if (fileId) await requirePicture(ctx, fileId);
  const { companyId, now } = ctx;
  const words = { body, contactId: contact.id, userId, sendAt, fileId, isMarketing, updatedBy: ctx.actor.id };
  const [made] = await ctx.db
    .insert(schedules)
    .values({ ...words, companyId, id, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning();
  return made ?? lockSchedule(ctx, id);
}

async function ownerOf(ctx: Context, userId: string | null): Promise<string> {
  if (!userId || userId === ctx.actor.id) return ctx.actor.id;
  requirePermission(ctx, "manageOthersSchedules", { userId });
  return (await requireAgent(ctx, userId)).id;
}
