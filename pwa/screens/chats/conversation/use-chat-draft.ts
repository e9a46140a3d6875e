import { useCallback, useEffect } from "react";
import { useStoredDraft } from "../../../conversation/composer/use-stored-draft.ts";
import { useDesk } from "../../../session/desk.tsx";

/** Holds the unsent text of a chat, stored on this device. */
export function useChatDraft(chatId: string) {
  const desk = useDesk();
  const draft = useStoredDraft(useCallback(() => desk.chatDraft(chatId), [desk, chatId]));
  const { kept, putIn } = draft;
  useEffect(() => {
    if (kept !== null) putIn(kept);
  }, [kept, putIn]);
  return draft;
}
