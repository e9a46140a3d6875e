import * as v from "valibot";
import { LocalMinute } from "../../contracts/local-time.ts";
import { SchedulePageWire, SchedulePictureWire, ScheduleWire } from "../../contracts/wire/schedules.ts";
import { AnswerId, AnswerTime, MediaAddress, Named, TimeZone } from "../http/answer-values.ts";

export const ScheduleAnswer = v.object({
  ...ScheduleWire.entries,
  ...SchedulePictureWire.entries,
  id: AnswerId,
  sendAt: AnswerTime,
  sendAtLocal: v.pipe(LocalMinute, v.description("`sendAt` in the company's time zone, YYYY-MM-DDTHH:mm")),
  sentAt: v.pipe(v.nullable(AnswerTime), v.description("UTC, ISO 8601; null: not sent")),
  reason: v.pipe(v.nullable(v.string()), v.description("The error code of a failed send")),
  contactId: AnswerId,
  contact: v.object({ ...Named.entries, number: v.string() }),
  userId: AnswerId,
  user: v.pipe(Named, v.description("The owner; the name of a deleted user is ''")),
  mediaName: v.pipe(v.nullable(v.string()), v.description("The picture's name; null without one")),
  mediaPath: v.nullable(MediaAddress),
  isMarketing: v.pipe(v.boolean(), v.description("Is not sent to a contact that opted out of campaigns")),
  canChange: v.pipe(v.boolean(), v.description("Whether you may change and delete it")),
  createdAt: AnswerTime,
  updatedAt: AnswerTime,
});

export const SchedulePageAnswer = v.object({
  ...SchedulePageWire.entries,
  schedules: v.array(ScheduleAnswer),
  timeZone: TimeZone,
});
