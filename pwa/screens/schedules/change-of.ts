import type { ScheduleView } from "../../../sync/client/index.ts";

export type PlannedWords = { body: string; contactId: string; contactName: string; sendAt: string };

/**
 * Only what is different: what a colleague has changed beside it stays, and an hour that was not touched is no new
 * one. `named`: what a change that was refused had named already is said again.
 */
export function changeOf(before: ScheduleView, words: PlannedWords, named: object = {}): Partial<PlannedWords> {
  const { body, contactId, contactName, sendAt } = words;
  return {
    ...((body.trim() !== before.body || "body" in named) && { body }),
    ...((contactId !== before.contactId || "contactId" in named) && { contactId, contactName }),
    ...((sendAt !== before.sendAtLocal || "sendAt" in named) && { sendAt }),
  };
}
