import { type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { TicketView } from "../../../../sync/client/index.ts";
import { useNoteDraft } from "./use-note-draft.ts";

type Reply = {
  field: RefObject<HTMLTextAreaElement | null>;
  /** The draft of the reply was read from the device. */
  isRead: boolean;
  isTouched: boolean;
};

/**
 * Switches the composer between reply and note. Each has its own field, draft and command; the switch is drawn before
 * the next key is handled, so that a key never reaches the other field.
 */
export function useNoteMode(ticket: TicketView, reply: Reply) {
  const draft = useNoteDraft(ticket);
  const field = useRef<HTMLTextAreaElement>(null);
  const [mode, setMode] = useState<"reply" | "note" | null>(null);
  // A conversation that was left in note mode opens in it, unless the user is already writing the reply.
  if (mode === null && draft.isRead && reply.isRead)
    setMode(draft.isOpen && draft.text !== "" && !reply.isTouched ? "note" : "reply");

  function change(next: "reply" | "note") {
    flushSync(() => setMode(next));
    draft.open(next === "note");
    const focus = () => {
      const shown = next === "note" ? field.current : reply.field.current;
      shown?.focus();
      shown?.setSelectionRange(shown.value.length, shown.value.length);
    };
    focus();
    // A menu gives the focus back to its button when it closes.
    requestAnimationFrame(focus);
  }
  const isOn = mode === "note";
  return {
    isOn,
    isDecided: mode !== null,
    draft,
    field,
    enter: () => change("note"),
    /** Shows the reply again; the note is kept. */
    leave: () => isOn && change("reply"),
    toggle: () => change(isOn ? "reply" : "note"),
  };
}
