import { instantOf, isLocal, localMinute } from "../../contracts/local-time.ts";
import type { ScheduleDocument } from "../../contracts/schedules.ts";
import { isStopped, isUnsent, type OutboxRecord } from "../outbox/entry.ts";

/** `isWaiting`: its present values are on this device only. `sendAtLocal` is in the company's time zone. */
export type ScheduleView = ScheduleDocument & { sendAtLocal: string; isWaiting: boolean; canChange: boolean };

export type ScheduleReader = {
  userId: string;
  /** May change schedules of other users. */
  managesOthers: boolean;
  timeZone: string;
};

type Shown = ScheduleDocument & { isWaiting: boolean };

/** Applies pending creations, changes and deletions to the pulled schedules; ordered by time. */
export function scheduleViews(
  pulled: readonly ScheduleDocument[],
  commands: readonly OutboxRecord[],
  { userId, managesOthers, timeZone }: ScheduleReader,
): ScheduleView[] {
  const shown = new Map(pulled.map((schedule): [string, Shown] => [schedule.id, { ...schedule, isWaiting: false }]));
  for (const command of commands) {
    if (isStopped(command)) continue;
    if (command.type === "schedule.create" && !shown.has(command.id))
      shown.set(command.id, made(command, userId, timeZone));
    if (command.type === "schedule.change") {
      const present = shown.get(command.payload.scheduleId);
      const isShown = command.state === "answered" && command.rev !== null && (present?.rev ?? 0) >= command.rev;
      if (present && !isShown) shown.set(present.id, changed(present, command, timeZone));
    }
    if (command.type === "schedule.delete") shown.delete(command.payload.scheduleId);
  }
  return [...shown.values()]
    .map((schedule) => ({
      ...schedule,
      sendAtLocal: localMinute(new Date(schedule.sendAt), timeZone),
      canChange: managesOthers || schedule.userId === userId,
    }))
    .sort((a, b) => compare(a.sendAt, b.sendAt) || compare(a.id, b.id));
}

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);

type Create = Extract<OutboxRecord, { type: "schedule.create" }>;
type Change = Extract<OutboxRecord, { type: "schedule.change" }>;

const instant = (sendAt: string, timeZone: string) =>
  (isLocal(sendAt) ? instantOf(sendAt, timeZone) : new Date(sendAt)).toISOString();

function made(command: Create, userId: string, timeZone: string): Shown {
  const {
    body,
    contactId,
    contactName = "",
    sendAt,
    fileId = null,
    userId: owner,
    isMarketing = false,
  } = command.payload;
  return {
    id: command.id,
    rev: 0,
    body: body.trim(),
    contactId,
    contactName,
    contactNumber: "",
    userId: owner ?? userId,
    sendAt: instant(sendAt, timeZone),
    sentAt: null,
    status: "pending",
    reason: null,
    fileId,
    fileName: command.file?.name ?? null,
    isMarketing,
    isWaiting: isUnsent(command),
  };
}

function changed(present: Shown, command: Change, timeZone: string): Shown {
  const { body = present.body, contactId = present.contactId, contactName, fileId, isMarketing } = command.payload;
  const sendAt = command.payload.sendAt === undefined ? present.sendAt : instant(command.payload.sendAt, timeZone);
  const isOther = contactId !== present.contactId;
  return {
    ...present,
    body: body.trim(),
    contactId,
    contactName: isOther ? (contactName ?? "") : present.contactName,
    contactNumber: isOther ? "" : present.contactNumber,
    // A refused message stays in its conversation: the corrected schedule is unsent.
    ...(present.status === "failed" && { sentAt: null }),
    // A new time schedules a failed one again; a new text alone does not.
    ...(sendAt !== present.sendAt && { sendAt, status: "pending", reason: null }),
    ...(fileId !== undefined && { fileId, fileName: command.file?.name ?? null }),
    ...(isMarketing !== undefined && { isMarketing }),
    isWaiting: isUnsent(command) || present.isWaiting,
  };
}
