import * as v from "valibot";
import { Id } from "../id.ts";
import { LocalMinuteOrInstant } from "../local-time.ts";

export const scheduleStatuses = ["pending", "sent", "failed"] as const;
export type ScheduleStatus = (typeof scheduleStatuses)[number];

/** How late a scheduled message may still be sent after an outage. */
export const SCHEDULE_LATEST_MS = 24 * 60 * 60_000;

export const MIN_SCHEDULE_BODY = 5;

/** The channel's longest text. */
const Body = v.pipe(v.string(), v.trim(), v.minLength(MIN_SCHEDULE_BODY), v.maxLength(4_096));

export const NewSchedule = v.object({
  id: v.optional(Id),
  body: Body,
  contactId: Id,
  sendAt: LocalMinuteOrInstant,
  /** The owner; only an admin may name another user. */
  userId: v.optional(v.nullable(Id), null),
  /** A completed upload: a picture sent with the text. */
  fileId: v.optional(v.nullable(Id), null),
  /** Is not sent to a contact that opted out of marketing. */
  isMarketing: v.optional(v.boolean(), false),
});
export type NewSchedule = v.InferOutput<typeof NewSchedule>;

export const ScheduleChange = v.object({
  body: v.optional(Body),
  contactId: v.optional(Id),
  sendAt: v.optional(LocalMinuteOrInstant),
  /** Null removes the picture. */
  fileId: v.optional(v.nullable(Id)),
  isMarketing: v.optional(v.boolean()),
});
export type ScheduleChange = v.InferOutput<typeof ScheduleChange>;

export const ScheduleDocument = v.object({
  id: Id,
  rev: v.number(),
  body: v.string(),
  contactId: Id,
  contactName: v.string(),
  contactNumber: v.string(),
  userId: Id,
  sendAt: v.string(),
  sentAt: v.nullable(v.string()),
  status: v.picklist(scheduleStatuses),
  /** The error code when sending failed. */
  reason: v.nullable(v.string()),
  fileId: v.nullable(Id),
  fileName: v.nullable(v.string()),
  isMarketing: v.boolean(),
});
export type ScheduleDocument = v.InferOutput<typeof ScheduleDocument>;

/** The server's answer to an edit of an older revision: the current values. */
export const ScheduleConflict = v.object({
  schedule: v.object({ body: v.string(), contactName: v.string(), sendAtLocal: v.string(), rev: v.number() }),
});
