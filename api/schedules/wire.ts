import * as v from "valibot";
import type { ScheduleView } from "../../domain/schedules/index.ts";
import { NewSchedule, ScheduleChange, type ScheduleStatus } from "../../sync/contracts/schedules.ts";
import type { AddressOf } from "../media/media-address.ts";

/** Clients write '' for no user. */
const renamed = v.pipe(
  v.looseObject({ userId: v.optional(v.unknown()) }),
  v.transform(({ userId, ...schedule }): Record<string, unknown> => ({ ...schedule, userId: userId || null })),
);

export const NewScheduleWire = v.pipe(renamed, NewSchedule);
export const ScheduleChangeWire = ScheduleChange;

const statusNames: Record<ScheduleStatus, string> = { pending: "PENDENTE", sent: "ENVIADA", failed: "ERRO" };

export function scheduleToWire(view: ScheduleView, addressOf: AddressOf) {
  const { fileId, fileName, status, localSendAt, contact, userName, ...schedule } = view;
  return {
    ...schedule,
    sendAtLocal: localSendAt,
    status: statusNames[status],
    contactId: contact.id,
    contact,
    user: { id: view.userId, name: userName ?? "" },
    mediaName: fileName,
    mediaPath: fileId && addressOf(fileId),
  };
}
