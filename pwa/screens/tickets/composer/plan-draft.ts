import type { SentTextDraft } from "../../../../sync/client/index.ts";
import type { useDraft } from "./use-draft.ts";

/** `draft`: what a schedule with this text takes with it; undefined: the field is empty. `taken`: call afterwards. */
export type PlannedDraft = { text: string; draft: SentTextDraft | undefined; taken: () => void };

/** Describes the draft as it stands now, for a schedule that takes it. `onTaken`: resets the rest of the composer. */
export function planDraft(ticketId: string, draft: ReturnType<typeof useDraft>, onTaken: () => void): PlannedDraft {
  const { text } = draft;
  if (text === "") return { text, draft: undefined, taken: onTaken };
  const leaving = draft.leaving(text);
  return {
    text,
    draft: { kind: "text", ownerId: ticketId, sent: leaving.sent },
    taken() {
      draft.scheduled(text, leaving);
      onTaken();
    },
  };
}
