import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { isCovered, onUncovered } from "../../../first-paint/cover.ts";
import { takeTypedEarly, withTyped } from "../../../first-paint/typed-early.ts";
import { useDeskUser } from "../../../session/desk.tsx";

type Field = {
  draft: { text: string; isRead: boolean; write: (text: string) => void };
  /** Focuses the field, with the caret behind its text. */
  toEnd: () => void;
};

/** Takes over the text that was typed into the kept conversation of this ticket, and the focus with it. */
export function useTypedEarly(ticketId: string, { draft, toEnd }: Field): void {
  const { id: userId } = useDeskUser();
  const covered = useSyncExternalStore(onUncovered, isCovered);
  const mayTake = draft.isRead && !covered;
  const take = useEffectEvent(() => {
    const typed = takeTypedEarly(localStorage, userId, ticketId);
    if (!typed) return;
    draft.write(withTyped(draft.text, typed));
    toEnd();
  });
  useEffect(() => {
    if (mayTake) take();
  }, [mayTake]);
  const follow = useEffectEvent((wasTyping: boolean) => wasTyping && toEnd());
  useEffect(() => onUncovered((wasTyping) => follow(wasTyping)), []);
}
