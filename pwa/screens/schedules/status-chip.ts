import type { ScheduleStatus } from "../../../contracts/desk/schedules.ts";
import type { ScheduleView } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import type { Tone } from "../../ui/fields/chips.tsx";

export const statusTones: Record<ScheduleStatus, Tone> = { pending: "success", sent: "neutral", failed: "danger" };

export const statusTexts: Record<ScheduleStatus, () => string> = {
  pending: m.schedules_status_pending,
  sent: m.schedules_status_sent,
  failed: m.schedules_status_failed,
};

/** Returns whether the message has not been sent, or the channel refused it, and the user may change it. */
export const isOpen = ({ canChange, sentAt, status }: ScheduleView) =>
  canChange && (sentAt === null || status === "failed");
