import type { CommandType } from "../../../contracts/commands/index.ts";
import { isLocal } from "../../../contracts/local-time.ts";
import type { OutboxEntry, ScheduleView } from "../../../sync/client/index.ts";
import type { ChosenPicture } from "../quick-messages/parts/picture-field.tsx";

type Written = Extract<CommandType, "schedule.create" | "schedule.change">;
/** A refused command to create or change a schedule, with everything that the user wrote. */
export type RefusedSchedule = Extract<OutboxEntry, { type: Written }>;

export const isRefusedSchedule = (entry: OutboxEntry): entry is RefusedSchedule =>
  (entry.type === "schedule.create" || entry.type === "schedule.change") && entry.state === "refused";

/** Returns the form's initial values: the refused values over those of the schedule. Null when nothing was refused. */
export function refusedStart(refused: RefusedSchedule | null, schedule: ScheduleView | null) {
  if (!refused) return null;
  const { payload } = refused;
  const { contactId = schedule?.contactId ?? "", body = schedule?.body ?? "", sendAt = "" } = payload;
  const { isMarketing = schedule?.isMarketing ?? false } = payload;
  const isSame = contactId === schedule?.contactId;
  return {
    contactId,
    contactName: isSame ? schedule.contactName : (payload.contactName ?? ""),
    contactNumber: isSame ? schedule.contactNumber : "",
    body,
    sendAt: isLocal(sendAt) ? sendAt : (schedule?.sendAtLocal ?? ""),
    isMarketing,
    picture: pictureOf(refused, schedule),
  };
}

function pictureOf({ payload, fileId }: RefusedSchedule, schedule: ScheduleView | null): ChosenPicture {
  if (fileId) return { kind: "kept", id: fileId, name: "" };
  return payload.fileId === null ? { kind: "none" } : keptPicture(schedule);
}

/**
 * Returns the schedule's picture: by file id, or, if it is not on this device, by a URL that is still to be
 * requested.
 */
export function keptPicture(schedule: ScheduleView | null): ChosenPicture {
  if (!schedule || schedule.fileName === null) return { kind: "none" };
  const { fileId, fileName } = schedule;
  return fileId ? { kind: "kept", id: fileId, name: fileName } : { kind: "shown", url: null, name: fileName };
}
