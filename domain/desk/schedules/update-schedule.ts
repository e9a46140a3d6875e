import { isNull } from "drizzle-orm";
import type { ScheduleChange } from "../../../contracts/desk/schedules.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { findConflictingRev } from "../../ground/edit-conflict.ts";
import { requireContact } from "../contacts/index.ts";
import { requirePicture } from "../files/index.ts";
import { one, requireSchedule, requireUnsent, type ScheduleRow } from "./require-schedule.ts";
import { refuseTooLate, sendAtOf } from "./send-at.ts";

const { schedules } = schema;

/**
 * Changes a schedule. A failed one, also one that the channel refused, is due again at its new time; a sent one is
 * refused. `baseRev`: the revision that
 * the user edited; a later edit by someone else is a conflict that the user decides.
 */
export async function updateSchedule(
  ctx: Context,
  id: string,
  change: ScheduleChange,
  { baseRev }: { baseRev?: number } = {},
): Promise<ScheduleRow> {
  const present = await requireUnsent(ctx, id);
  if (baseRev !== undefined && isMoreThanMoved(change) && present.updatedBy !== ctx.actor.id)
    await refuseConflict(ctx, id, baseRev);
  const { body = present.body, fileId = present.fileId, isMarketing = present.isMarketing } = change;
  const contactId = change.contactId ? (await requireContact(ctx, change.contactId)).id : present.contactId;
  if (fileId && fileId !== present.fileId) await requirePicture(ctx, fileId);
  const sendAt = change.sendAt === undefined ? present.sendAt : await sendAtOf(ctx, change.sendAt);
  const words = { body, contactId, fileId, isMarketing };
  // A change of the text alone repeats the past time of a failed schedule: it stays failed.
  if (sendAt.getTime() === present.sendAt.getTime()) return write(ctx, id, words);
  refuseTooLate(ctx, sendAt);
  return write(ctx, id, { ...words, sendAt, status: "pending", errorCode: null });
}

/** A change of the time alone is compatible with another user's edit. */
const isMoreThanMoved = ({ body, contactId, fileId, isMarketing }: ScheduleChange) =>
  body !== undefined || contactId !== undefined || fileId !== undefined || isMarketing !== undefined;

/** Refuses if another user edited it last and the editor has not seen that. */
async function refuseConflict(ctx: Context, id: string, baseRev: number): Promise<void> {
  const rev = await findConflictingRev(
    ctx,
    { collection: "schedules", docId: id, edits: ({ partId }) => isNull(partId) },
    baseRev,
  );
  if (rev === null) return;
  const { body, contact, localSendAt } = await requireSchedule(ctx, id);
  throw new DomainError("ERR_EDIT_CONFLICT", {
    schedule: { body, contactName: contact.name, sendAtLocal: localSendAt, rev },
  });
}

/** Null removes the picture. */
export async function setSchedulePicture(ctx: Context, id: string, fileId: string | null): Promise<ScheduleRow> {
  await requireUnsent(ctx, id);
  if (fileId) await requirePicture(ctx, fileId);
  return write(ctx, id, { fileId });
}

async function write(ctx: Context, id: string, set: Partial<ScheduleRow>): Promise<ScheduleRow> {
  const [changed] = await ctx.db
    .update(schedules)
    .set({ ...set, updatedBy: ctx.actor.id, updatedAt: ctx.now })
    .where(one(ctx, id))
    .returning();
  if (!changed) throw new Error("a locked schedule is gone");
  return changed;
}
