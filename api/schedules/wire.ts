import * as v from "valibot";
import { NewSchedule, ScheduleChange } from "../../contracts/desk/schedules.ts";
import { type SchedulePictureWire, type ScheduleWire, scheduleStatusNames } from "../../contracts/wire/schedules.ts";
import type { ScheduleView } from "../../domain/desk/schedules/index.ts";
import type { AddressOf } from "../media/media-address.ts";

/** Clients write '' for no user. */
const renamed = v.pipe(
  v.looseObject({ userId: v.optional(v.unknown()) }),
  v.transform(({ userId, ...schedule }): Record<string, unknown> => ({ ...schedule, userId: userId || null })),
);

export const NewScheduleWire = v.pipe(renamed, NewSchedule);
export const ScheduleChangeWire = ScheduleChange;

export function scheduleToWire(view: ScheduleView, addressOf: AddressOf) {
  const { fileId, fileName, status, localSendAt, contact, userName, ...schedule } = view;
  return {
    ...schedule,
    sendAtLocal: localSendAt,
    status: scheduleStatusNames[status],
    contactId: contact.id,
    contact,
    sendAt: view.sendAt.toISOString(),
    sentAt: view.sentAt?.toISOString() ?? null,
    user: { id: view.userId, name: userName ?? "" },
    mediaName: fileName,
    mediaPath: fileId && addressOf(fileId),
  } satisfies ScheduleWire & SchedulePictureWire & Record<string, unknown>;
}
