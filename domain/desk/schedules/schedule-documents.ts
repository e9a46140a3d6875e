import type { ScheduleDocument } from "../../../contracts/desk/schedules.ts";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { scheduleViews } from "./schedule-views.ts";

export type ScheduleContent = Omit<ScheduleDocument, "rev">;

/** Returns the documents of schedules that the actor may see. */
export async function scheduleDocuments(ctx: Context, ids: readonly string[]): Promise<ScheduleContent[]> {
  if (ids.length === 0) return [];
  const views = await scheduleViews(ctx, isAnyOf(schema.schedules.id, ids));
  return views.map(({ id, body, contact, userId, sendAt, sentAt, status, reason, fileId, fileName, isMarketing }) => ({
    id,
    body,
    contactId: contact.id,
    contactName: contact.name,
    contactNumber: contact.number,
    userId,
    sendAt: sendAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    status,
    reason,
    fileId,
    fileName,
    isMarketing,
  }));
}
