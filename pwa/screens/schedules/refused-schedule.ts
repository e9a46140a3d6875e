import type { OutboxEntry, ScheduleView } from "../../../sync/client/index.ts";
import type { CommandType } from "../../../sync/contracts/commands.ts";
import { isLocal } from "../../../sync/contracts/local-time.ts";
import type { ChosenPicture } from "../quick-messages/picture-field.tsx";

type Written = Extract<CommandType, "schedule.create" | "schedule.change">;
/** A plan or its change that the server did not take: what was written is all still there. */
export type RefusedSchedule = Extract<OutboxEntry, { type: Written }>;

export const isRefusedSchedule = (entry: OutboxEntry): entry is RefusedSchedule =>
  (entry.type === "schedule.create" || entry.type === "schedule.change") && entry.state === "refused";

/** What the form begins with: what was refused, over what it is about. Null: nothing was refused. */
export function refusedStart(refused: RefusedSchedule | null, schedule: ScheduleView | null) {
  if (!refused) return null;
  const { payload } = refused;
  const { contactId = schedule?.contactId ?? "", body = schedule?.body ?? "", sendAt = "" } = payload;
  const isSame = contactId === schedule?.contactId;
  return {
    contactId,
    contactName: isSame ? schedule.contactName : (payload.contactName ?? ""),
    contactNumber: isSame ? schedule.contactNumber : "",
    body,
    sendAt: isLocal(sendAt) ? sendAt : (schedule?.sendAtLocal ?? ""),
    picture: pictureOf(refused, schedule),
  };
}

function pictureOf({ payload, fileId }: RefusedSchedule, schedule: ScheduleView | null): ChosenPicture {
  if (fileId) return { kind: "kept", id: fileId, name: "" };
  return payload.fileId === null ? { kind: "none" } : keptPicture(schedule);
}

/** The one that it has: by its id, or, on another device's word, by an address yet to be asked for. */
export function keptPicture(schedule: ScheduleView | null): ChosenPicture {
  if (!schedule || schedule.fileName === null) return { kind: "none" };
  const { fileId, fileName } = schedule;
  return fileId ? { kind: "kept", id: fileId, name: fileName } : { kind: "shown", url: null, name: fileName };
}
