import type { ScheduleView } from "../../../sync/client/index.ts";

export type PlannedWords = { body: string; contactId: string; contactName: string; sendAt: string };

/**
 * Returns only the changed fields, so that a colleague's change of other fields is kept and an unchanged time is not
 * sent again. `named`: fields of a refused change, which are always included.
 */
export function changeOf(before: ScheduleView, words: PlannedWords, named: object = {}): Partial<PlannedWords> {
  const { body, contactId, contactName, sendAt } = words;
  return {
    ...((body.trim() !== before.body || "body" in named) && { body }),
    ...((contactId !== before.contactId || "contactId" in named) && { contactId, contactName }),
    ...((sendAt !== before.sendAtLocal || "sendAt" in named) && { sendAt }),
  };
}
