import { useCallback, useEffect, useRef, useState } from "react";
import { textBehind } from "../../../messages/composer/leave-field.ts";
import { useDesk } from "../../../session/desk.tsx";

const SAVE_AFTER_MS = 400;

/** Holds the unsent text of a chat, stored on this device. */
export function useChatDraft(chatId: string) {
  const desk = useDesk();
  const [text, setText] = useState("");
  const touched = useRef(false);
  const latest = useRef("");
  const unsaved = useRef<{ text: string; timer: ReturnType<typeof setTimeout> } | null>(null);

  const save = useCallback(() => {
    const pending = unsaved.current;
    if (!pending) return;
    clearTimeout(pending.timer);
    unsaved.current = null;
    void desk.chatDraft(chatId).set(pending.text);
  }, [desk, chatId]);

  useEffect(() => {
    let current = true;
    void desk
      .chatDraft(chatId)
      .get()
      .then((found) => {
        if (!current || touched.current) return;
        latest.current = found;
        setText(found);
      });
    return () => {
      current = false;
      save();
    };
  }, [desk, chatId, save]);

  const write = useCallback(
    (next: string) => {
      touched.current = true;
      latest.current = next;
      setText(next);
      if (unsaved.current) clearTimeout(unsaved.current.timer);
      unsaved.current = { text: next, timer: setTimeout(save, SAVE_AFTER_MS) };
    },
    [save],
  );
  /** Takes the text of a stored message out of the field and the draft; what was typed meanwhile stays. */
  const sent = useCallback(
    (stored: string) => {
      write(textBehind(latest.current, stored));
      save();
    },
    [write, save],
  );
  return { text, write, sent };
}
