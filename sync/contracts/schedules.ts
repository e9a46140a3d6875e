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
});
export type NewSchedule = v.InferOutput<typeof NewSchedule>;

export const ScheduleChange = v.object({
  body: v.optional(Body),
  contactId: v.optional(Id),
  sendAt: v.optional(LocalMinuteOrInstant),
});
export type ScheduleChange = v.InferOutput<typeof ScheduleChange>;
