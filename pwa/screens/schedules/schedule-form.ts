import { NewSchedule } from "../../../sync/contracts/schedules.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { checkBy } from "../lists/form-problems.ts";

/** `sendAt` by the company's clock. `picture`: a word that differs when another is chosen. */
export type ScheduleForm = { contactId: string; body: string; sendAt: string; picture: string };

export const scheduleProblems = checkBy<ScheduleForm>(NewSchedule, { body: { min_length: m.schedules_body_short } });
