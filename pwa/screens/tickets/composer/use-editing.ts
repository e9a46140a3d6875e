import { useRef, useState } from "react";
import type { MessageView } from "../../../../sync/client/index.ts";
import { textBehind } from "../../../messages/composer/leave-field.ts";
import { unsigned } from "./signature.ts";

type Draft = { text: string; write: (text: string) => void; prepend: (text: string) => void };
/** One edit of a message, from its begin to its end. */
export type Edit = { message: MessageView; isStored: boolean };

/**
 * Holds the message being edited in the composer, if any. Its text is separate from the draft, which is still there
 * afterwards.
 */
export function useEditing(draft: Draft) {
  const [editing, setEditing] = useState<{ edit: Edit; text: string } | null>(null);
  const latest = useRef(editing);
  function set(next: typeof editing) {
    latest.current = next;
    setEditing(next);
  }
  return {
    edit: editing?.edit ?? null,
    message: editing?.edit.message ?? null,
    text: editing?.text ?? draft.text,
    write: (text: string) => (latest.current ? set({ ...latest.current, text }) : draft.write(text)),
    isUntouched: editing !== null && editing.text === unsigned(editing.edit.message.body),
    begin: (message: MessageView) => set({ edit: { message, isStored: false }, text: unsigned(message.body) }),
    leave: () => set(null),
    /** Ends the edit whose text was stored; text typed meanwhile belongs to the next message. */
    stored(edit: Edit, text: string) {
      edit.isStored = true;
      if (latest.current?.edit !== edit) return;
      const rest = textBehind(latest.current.text, text);
      set(null);
      if (rest !== "") draft.prepend(rest);
    },
  };
}
