import * as v from "valibot";
import { NewSchedule, ScheduleChange, type ScheduleDocument } from "../desk/schedules.ts";
import { Id } from "../id.ts";
import { instantOf, isLocal } from "../local-time.ts";
import { type CommandRow, type Facts, payloads, type Step } from "./row.ts";

export const schedulePayloads = payloads(() => ({
  /** `contactName` is used on the device only, which may not have the contact. */
  "schedule.create": v.object({ ...v.omit(NewSchedule, ["id"]).entries, contactName: v.optional(v.string()) }),
  /** `baseRev` as in `contact.update`; without it the last writer wins. */
  "schedule.change": v.object({
    ...ScheduleChange.entries,
    scheduleId: Id,
    contactName: v.optional(v.string()),
    baseRev: v.optional(v.number()),
  }),
  /** `isSent`: the user knows that the message has already been sent. */
  "schedule.delete": v.object({ scheduleId: Id, isSent: v.optional(v.boolean(), false) }),
}));

type Payload<T extends keyof typeof schedulePayloads> = v.InferInput<(typeof schedulePayloads)[T]>;
type EffectContext = Step & Facts["schedules"];

export const scheduleCommands = {
  /** In the lane of its contact, which may just have been created. */
  "schedule.create": {
    subject: ({ contactId }) => contactId,
    creates: "subject",
    shownIn: ["schedules"],
    effects: { schedules: (schedule, payload, step) => schedule ?? created(payload, step) },
  } satisfies CommandRow<Payload<"schedule.create">>,
  "schedule.change": {
    subject: ({ scheduleId }) => scheduleId,
    needs: ({ contactId }) => (contactId ? [contactId] : []),
    shownIn: ["schedules"],
    effects: { schedules: (schedule, payload, step) => schedule && changed(schedule, payload, step) },
  } satisfies CommandRow<Payload<"schedule.change">>,
  "schedule.delete": {
    subject: ({ scheduleId }) => scheduleId,
    shownIn: ["schedules"],
    effects: { schedules: () => null },
  } satisfies CommandRow<Payload<"schedule.delete">>,
};

const instant = (sendAt: string, timeZone: string) =>
  (isLocal(sendAt) ? instantOf(sendAt, timeZone) : new Date(sendAt)).toISOString();

function created(payload: Payload<"schedule.create">, { id, userId, file, timeZone }: EffectContext): ScheduleDocument {
  const { body, contactId, contactName = "", sendAt, fileId = null, userId: owner, isMarketing = false } = payload;
  return {
    id,
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
    fileName: file?.name ?? null,
    isMarketing,
  };
}

function changed(
  schedule: ScheduleDocument,
  payload: Payload<"schedule.change">,
  { file, timeZone }: EffectContext,
): ScheduleDocument {
  const { body = schedule.body, contactId = schedule.contactId, contactName, fileId, isMarketing } = payload;
  const sendAt = payload.sendAt === undefined ? schedule.sendAt : instant(payload.sendAt, timeZone);
  const isOther = contactId !== schedule.contactId;
  return {
    ...schedule,
    body: body.trim(),
    contactId,
    contactName: isOther ? (contactName ?? "") : schedule.contactName,
    contactNumber: isOther ? "" : schedule.contactNumber,
    // A refused message stays in its conversation: the corrected schedule is unsent.
    ...(schedule.status === "failed" && { sentAt: null }),
    // A new time schedules a failed one again; a new text alone does not.
    ...(sendAt !== schedule.sendAt && { sendAt, status: "pending" as const, reason: null }),
    ...(fileId !== undefined && { fileId, fileName: file?.name ?? null }),
    ...(isMarketing !== undefined && { isMarketing }),
  };
}
