import { useRef, useState } from "react";
import type { MessageView } from "../../../../sync/client/index.ts";
import { textBehind } from "../../../messages/composer/leave-field.ts";
import { unsigned } from "./signature.ts";

type Draft = { text: string; write: (text: string) => void; prepend: (text: string) => void };
type Edit = { message: MessageView; text: string };

/**
 * Holds the message being edited in the composer, if any. Its text is separate from the draft, which is still there
 * afterwards.
 */
export function useEditing(draft: Draft) {
  const [editing, setEditing] = useState<Edit | null>(null);
  const latest = useRef<Edit | null>(null);
  function set(edit: Edit | null) {
    latest.current = edit;
    setEditing(edit);
  }
  return {
    message: editing?.message ?? null,
    text: editing?.text ?? draft.text,
    write: (text: string) => (latest.current ? set({ ...latest.current, text }) : draft.write(text)),
    isUntouched: editing !== null && editing.text === unsigned(editing.message.body),
    begin: (message: MessageView) => set({ message, text: unsigned(message.body) }),
    leave: () => set(null),
    /** Whether this message is the one being edited, also before the next render. */
    isOf: (message: MessageView) => latest.current?.message === message,
    /** Ends the edit whose text was stored; text typed meanwhile belongs to the next message. */
    stored(text: string) {
      const rest = textBehind(latest.current?.text ?? text, text);
      set(null);
      if (rest !== "") draft.prepend(rest);
    },
  };
}
