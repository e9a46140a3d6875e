import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { EditDraft, MessageView } from "../../../../sync/client/index.ts";
import { textBehind } from "../../../conversation/composer/leave-field.ts";
import { useDesk } from "../../../session/desk.tsx";
import { onHide } from "../../../ui/layers/on-hide.ts";
import { unsigned } from "./signature.ts";

const SAVE_AFTER_MS = 400;

type Draft = { text: string; touched: boolean; write: (text: string) => void; prepend: (text: string) => void };
/** One edit of a message, from its begin to its end. `isLeaving`: it is being stored. */
export type Edit = { message: MessageView; isLeaving: boolean; isStored: boolean };
type Editing = { edit: Edit; text: string };
/** An edit whose message was changed or deleted elsewhere. `text`: what had been written; '' when nothing was. */
type Dropped = { why: "changed" | "deleted"; text: string };

/**
 * Holds the message being edited in the composer, if any. Its text is separate from the draft, which is still there
 * afterwards. It is stored on this device, one for each ticket, until the edit is stored or left. `dropped`: the edit
 * that ended because its message was changed or deleted elsewhere.
 */
export function useEditing(ticketId: string, draft: Draft, messages: readonly MessageView[]) {
  const { edit: stored } = useDesk().unsent;
  const [editing, setEditing] = useState<Editing | null>(null);
  const [dropped, setDropped] = useState<Dropped | null>(null);
  /** The edit that was under way when the conversation was left. */
  const [kept, setKept] = useState<EditDraft | null>(null);
  const latest = useRef(editing);
  const { save, saveSoon } = useStoring(ticketId, latest);

  function set(next: Editing | null) {
    latest.current = next;
    setEditing(next);
    saveSoon();
  }
  /** Ends the edit, or forgets the one that was dropped. */
  function leave() {
    if (latest.current || dropped) forget();
  }
  function forget() {
    set(null);
    setKept(null);
    setDropped(null);
    void stored.remove(ticketId);
  }

  useEffect(() => {
    let current = true;
    void stored.get(ticketId).then((found) => {
      if (current && !latest.current) setKept(found);
    });
    return () => {
      current = false;
    };
  }, [stored, ticketId]);

  const review = useEffectEvent((shown: readonly MessageView[], waiting: EditDraft | null) => {
    const open = latest.current;
    if (open) {
      const now = shown.find(({ id }) => id === open.edit.message.id);
      // Its own text is the message's already while the edit is being stored.
      if (!now || open.edit.isLeaving || open.edit.isStored) return;
      settle(now, { before: unsigned(open.edit.message.body), text: open.text });
      return;
    }
    const message = waiting && !dropped && shown.find(({ id }) => id === waiting.messageId);
    // A reply that is being typed stays in the field; the edit is there when the conversation is opened again.
    if (!message || draft.touched || settle(message, waiting)) return;
    latest.current = { edit: { message, isLeaving: false, isStored: false }, text: waiting.text };
    setEditing(latest.current);
    setKept(null);
  });
  useEffect(() => review(messages, kept), [messages, kept]);

  /** Ends an edit whose message was changed or deleted elsewhere. Its text stays stored until the user has decided. */
  function settle({ isDeleted, body }: MessageView, { before, text }: { before: string; text: string }): boolean {
    const now = unsigned(body);
    if (!isDeleted && now === before) return false;
    if (!isDeleted && now === text.trim()) forget();
    else {
      save();
      set(null);
      setDropped({ why: isDeleted ? "deleted" : "changed", text: text === before ? "" : text });
    }
    return true;
  }

  return {
    edit: editing?.edit ?? null,
    message: editing?.edit.message ?? null,
    text: editing?.text ?? draft.text,
    write: (text: string) => (latest.current ? set({ ...latest.current, text }) : draft.write(text)),
    isUntouched: editing !== null && editing.text === unsigned(editing.edit.message.body),
    begin(message: MessageView) {
      setKept(null);
      setDropped(null);
      set({ edit: { message, isLeaving: false, isStored: false }, text: unsigned(message.body) });
      save();
    },
    leave,
    dropped,
    /** Puts the text of the dropped edit into the reply. */
    takeDropped() {
      if (dropped) draft.write([draft.text, dropped.text].filter(Boolean).join("\n"));
      leave();
    },
    /** Ends the edit whose text was stored; text typed meanwhile belongs to the next message. */
    stored(edit: Edit, text: string) {
      edit.isStored = true;
      if (latest.current?.edit !== edit) return;
      const rest = textBehind(latest.current.text, text);
      forget();
      if (rest !== "") draft.prepend(rest);
    },
  };
}

/** Stores the edit on this device: some time after it was written, when the page is hidden and when it is left. */
function useStoring(ticketId: string, latest: RefObject<Editing | null>) {
  const { edit: stored } = useDesk().unsent;
  const unsaved = useRef<ReturnType<typeof setTimeout> | null>(null);

  const save = useCallback(
    (how: "set" | "setAtHide" = "set") => {
      if (unsaved.current) clearTimeout(unsaved.current);
      unsaved.current = null;
      if (!latest.current) return;
      const { edit, text } = latest.current;
      const { id: messageId, body } = edit.message;
      if (!edit.isStored) void stored[how]({ ticketId, messageId, before: unsigned(body), text });
    },
    [stored, ticketId, latest],
  );
  function saveSoon() {
    if (unsaved.current) clearTimeout(unsaved.current);
    unsaved.current = latest.current && setTimeout(save, SAVE_AFTER_MS);
  }
  useEffect(() => {
    const stopListening = onHide(() => unsaved.current && save("setAtHide"));
    return () => {
      stopListening();
      if (unsaved.current) save();
    };
  }, [save]);
  return { save, saveSoon };
}
