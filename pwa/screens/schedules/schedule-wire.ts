import * as v from "valibot";
import type { ScheduleDocument } from "../../../contracts/desk/schedules.ts";
import {
  SchedulePageWire,
  SchedulePictureWire,
  type ScheduleWire,
  scheduleStatusOf,
} from "../../../contracts/wire/schedules.ts";
import type { ListPage } from "../lists/index.ts";

/** Converts a schedule that is not stored on this device, so it has no revision to base an edit on. */
function distantSchedule({ contact, status, mediaName, ...schedule }: ScheduleWire): ScheduleDocument {
  return {
    ...schedule,
    rev: 0,
    contactId: contact.id,
    contactName: contact.name,
    contactNumber: contact.number,
    status: scheduleStatusOf[status],
    fileId: null,
    fileName: mediaName,
  };
}

export const readRange = (answer: unknown) => readPage(answer).rows;
export function readPage(answer: unknown): ListPage<ScheduleDocument> {
  const { schedules, hasMore } = v.parse(SchedulePageWire, answer);
  return { rows: schedules.map(distantSchedule), hasMore };
}

/** Returns the path of a picture that is not on this device. */
export const readPicture = (answer: unknown) => v.parse(SchedulePictureWire, answer).mediaPath;
