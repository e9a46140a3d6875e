import { NewSchedule } from "../../../contracts/desk/schedules.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { checkBy } from "../lists/form-problems.ts";
import type { ChosenPicture } from "../quick-messages/parts/picture-field.tsx";

/** Form values. `sendAt` in the company's local time; `contactName` and `contactNumber` show the chosen contact. */
export type ScheduleForm = {
  contactId: string;
  contactName: string;
  contactNumber: string;
  body: string;
  sendAt: string;
  picture: ChosenPicture;
  isMarketing: boolean;
};

export const scheduleProblems = checkBy<ScheduleForm>(NewSchedule, { body: { min_length: m.schedules_body_short } });
