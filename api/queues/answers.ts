import * as v from "valibot";
import { EndTime, StartTime, weekdays } from "../../contracts/hours.ts";
import { QueueFields, queueListNames, queueNames } from "../../contracts/wire/queues.ts";
import { toWire } from "../../contracts/wire/rename.ts";
import { AnswerId, AnswerTime, Count } from "../http/answer-values.ts";

/** The hours of a day of the week, of a queue or of the company. */
export const DayHoursAnswer = v.object({
  weekday: v.pipe(v.picklist(weekdays.map(([, name]) => name)), v.description("The day's name in Portuguese")),
  weekdayEn: v.picklist(weekdays.map(([weekday]) => weekday)),
  startTime: v.pipe(StartTime, v.description("HH:mm, in the company's time zone; closed when both times are 00:00")),
  endTime: v.pipe(EndTime, v.description("HH:mm; 23:59 and 24:00: the end of the day; before the start: the next day")),
});

const fields = {
  ...QueueFields.entries,
  color: v.pipe(v.string(), v.description("# and 2 to 8 hexadecimal digits")),
  position: v.pipe(Count, v.description("The order in the menu")),
  token: v.pipe(v.string(), v.description("'' for everyone but admins")),
  rotationMinutes: v.pipe(
    QueueFields.entries.rotationMinutes,
    v.description("Minutes until a pending ticket goes to the next agent; 0: never"),
  ),
  typebotDelayMs: v.pipe(Count, v.description("Milliseconds")),
  typebotExpiresMinutes: v.pipe(Count, v.description("Minutes; 0: a conversation with the flow never expires")),
  schedules: v.pipe(
    v.array(DayHoursAnswer),
    v.description("The opening hours from Monday, in the company's time zone"),
  ),
};

export const QueueListAnswer = v.array(v.object({ id: AnswerId, ...toWire(queueListNames, fields) }));

export const QueueAnswer = v.object({
  id: AnswerId,
  ...toWire(queueNames, fields),
  createdAt: AnswerTime,
  updatedAt: AnswerTime,
});

export const QueueOptionAnswer = v.object({
  id: AnswerId,
  queueId: AnswerId,
  parentId: v.pipe(v.nullable(AnswerId), v.description("UUID of the option above; null: the first level")),
  title: v.string(),
  message: v.string(),
  option: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.description("The position below its parent: the number that contacts type"),
  ),
});

export const QueueOptionListAnswer = v.array(QueueOptionAnswer);
