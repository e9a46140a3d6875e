import { useState } from "react";
import type { MessageView } from "../../../../sync/client/index.ts";
import { unsigned } from "./signature.ts";

type Draft = { text: string; write: (text: string) => void };

/**
 * Holds the message being edited in the composer, if any. Its text is separate from the draft, which is still there
 * afterwards.
 */
export function useEditing(draft: Draft) {
  const [editing, setEditing] = useState<{ message: MessageView; text: string } | null>(null);
  const write = (text: string) => (editing ? setEditing({ ...editing, text }) : draft.write(text));
  return {
    message: editing?.message ?? null,
    text: editing?.text ?? draft.text,
    write,
    isUntouched: editing !== null && editing.text === unsigned(editing.message.body),
    begin: (message: MessageView) => setEditing({ message, text: unsigned(message.body) }),
    leave: () => setEditing(null),
  };
}
