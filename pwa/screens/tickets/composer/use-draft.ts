import { useCallback, useEffect, useRef, useState } from "react";
import { useDesk } from "../../../session/desk.tsx";

const SAVE_AFTER_MS = 400;

/** What is being written for one ticket, kept on this device while it is written. */
export function useDraft(ticketId: string) {
  const desk = useDesk();
  const [text, setText] = useState("");
  const [saved, setSaved] = useState(false);
  const unsaved = useRef<{ text: string; timer: ReturnType<typeof setTimeout> } | null>(null);
  const touched = useRef(false);

  const save = useCallback(async () => {
    const pending = unsaved.current;
    if (!pending) return;
    clearTimeout(pending.timer);
    unsaved.current = null;
    await desk.draft(ticketId).set(pending.text);
    setSaved(pending.text !== "");
  }, [desk, ticketId]);

  useEffect(() => {
    let current = true;
    desk
      .draft(ticketId)
      .get()
      .then((kept) => {
        if (!current || touched.current || kept === "") return;
        setText(kept);
        setSaved(true);
      });
    return () => {
      current = false;
      void save();
    };
  }, [desk, ticketId, save]);

  const write = useCallback(
    (next: string) => {
      touched.current = true;
      setText(next);
      setSaved(false);
      if (unsaved.current) clearTimeout(unsaved.current.timer);
      unsaved.current = { text: next, timer: setTimeout(() => void save(), SAVE_AFTER_MS) };
    },
    [save],
  );
  /** Empties it at once: what was sent must not come back as a draft. */
  const clear = useCallback(() => {
    write("");
    void save();
  }, [write, save]);
  return { text, write, clear, saved };
}
