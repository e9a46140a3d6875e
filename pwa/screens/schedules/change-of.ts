import type { ScheduleView } from "../../../sync/client/index.ts";

export type PlannedSchedule = {
  body: string;
  contactId: string;
  contactName: string;
  sendAt: string;
  isMarketing: boolean;
};

/**
 * Returns only the changed fields, so that a colleague's change of other fields is kept and an unchanged time is not
 * sent again. `named`: fields of a refused change, which are always included.
 */
export function changeOf(before: ScheduleView, words: PlannedSchedule, named: object = {}): Partial<PlannedSchedule> {
  const { body, contactId, contactName, sendAt, isMarketing } = words;
  return {
    ...((body.trim() !== before.body || "body" in named) && { body }),
    ...((contactId !== before.contactId || "contactId" in named) && { contactId, contactName }),
    ...((isMarketing !== before.isMarketing || "isMarketing" in named) && { isMarketing }),
    ...((sendAt !== before.sendAtLocal || "sendAt" in named) && { sendAt }),
  };
}
