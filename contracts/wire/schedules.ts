import * as v from "valibot";
import type { ScheduleStatus } from "../desk/schedules.ts";

/** The states of a schedule, with their names in the HTTP interface. */
export const scheduleStatusNames = {
  pending: "PENDENTE",
  sent: "ENVIADA",
  failed: "ERRO",
} as const satisfies Record<ScheduleStatus, string>;

export const scheduleStatusOf = {
  PENDENTE: "pending",
  ENVIADA: "sent",
  ERRO: "failed",
} as const satisfies Record<(typeof scheduleStatusNames)[ScheduleStatus], ScheduleStatus>;

/** A schedule, as the HTTP interface answers it. */
export const ScheduleWire = v.object({
  id: v.string(),
  body: v.string(),
  sendAt: v.string(),
  sentAt: v.nullable(v.string()),
  status: v.enum(scheduleStatusNames),
  /** Error code of a failed send; null otherwise. */
  reason: v.nullable(v.string()),
  contact: v.object({ id: v.string(), name: v.string(), number: v.string() }),
  userId: v.string(),
  mediaName: v.nullable(v.string()),
  /** Is not sent to a contact that opted out of marketing. */
  isMarketing: v.boolean(),
});
export type ScheduleWire = v.InferOutput<typeof ScheduleWire>;

export const SchedulePageWire = v.object({ schedules: v.array(ScheduleWire), hasMore: v.boolean() });

/** The path of a schedule's picture, on its own: a schedule that the device has needs no more. */
export const SchedulePictureWire = v.object({ mediaPath: v.nullable(v.string()) });
export type SchedulePictureWire = v.InferOutput<typeof SchedulePictureWire>;
