import * as v from "valibot";
import { Id } from "./id.ts";
import { LocalMinuteOrInstant } from "./local-time.ts";

export const scheduleStatuses = ["pending", "sent", "failed"] as const;
export type ScheduleStatus = (typeof scheduleStatuses)[number];

/** One that could not be sent in time, because the desk stood still, is sent late up to so long after its hour. */
export const SCHEDULE_LATEST_MS = 24 * 60 * 60_000;

export const SCHEDULE_BODY_LEAST = 5;

/** As long as the channel takes a text. */
const Body = v.pipe(v.string(), v.trim(), v.minLength(SCHEDULE_BODY_LEAST), v.maxLength(4_096));

export const NewSchedule = v.object({
  id: v.optional(Id),
  body: Body,
  contactId: Id,
  sendAt: LocalMinuteOrInstant,
  /** Whose it is; only an admin names somebody else. */
  userId: v.optional(v.nullable(Id), null),
  /** A finished upload: a picture that goes with the text. */
  fileId: v.optional(v.nullable(Id), null),
});
export type NewSchedule = v.InferOutput<typeof NewSchedule>;

export const ScheduleChange = v.object({
  body: v.optional(Body),
  contactId: v.optional(Id),
  sendAt: v.optional(LocalMinuteOrInstant),
  /** Null takes the picture off. */
  fileId: v.optional(v.nullable(Id)),
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
  /** Why it was not sent, an error code. */
  reason: v.nullable(v.string()),
  fileId: v.nullable(Id),
  fileName: v.nullable(v.string()),
});
export type ScheduleDocument = v.InferOutput<typeof ScheduleDocument>;

/** What the server answers to an edit of an older version: what is there now. */
export const ScheduleConflict = v.object({
  schedule: v.object({ body: v.string(), contactName: v.string(), sendAtLocal: v.string(), rev: v.number() }),
});
