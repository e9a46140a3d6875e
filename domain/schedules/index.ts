export { createSchedule } from "./create-schedule.ts";
export { deleteSchedule } from "./delete-schedule.ts";
export { pageOfSchedules, presentSchedules, schedulesBetween, schedulesById } from "./list-schedules.ts";
export { messageIdOf } from "./message-id.ts";

export { requireSchedule } from "./require-schedule.ts";
export { scheduleDocuments } from "./schedule-documents.ts";
export type { ScheduleView } from "./schedule-views.ts";
export { isScheduleKept, windowSchedules } from "./schedule-window.ts";
export { companiesWithDueSchedules, dueSchedules, sendSchedule } from "./send-schedule.ts";
export { setSchedulePicture, updateSchedule } from "./update-schedule.ts";
