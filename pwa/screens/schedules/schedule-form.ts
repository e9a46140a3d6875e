import { NewSchedule } from "../../../sync/contracts/schedules.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { checkBy } from "../lists/form-problems.ts";

/** Form values. `sendAt` in the company's local time; `picture`: a text that changes when another picture is chosen. */
export type ScheduleForm = { contactId: string; body: string; sendAt: string; picture: string; isMarketing: boolean };

export const scheduleProblems = checkBy<ScheduleForm>(NewSchedule, { body: { min_length: m.schedules_body_short } });
