import { useCallback, useEffect, useRef, useState } from "react";
import type { DraftView } from "../../../../sync/client/index.ts";
import { DRAFT_LENGTH } from "../../../../sync/contracts/drafts.ts";
import { textBehind } from "../../../messages/composer/leave-field.ts";
import { useDesk, useObservable, useSyncStatus } from "../../../session/desk.tsx";
import { readWriterId } from "../../../session/writer-id.ts";
import { chooseDraft } from "./choose-draft.ts";

const SAVE_AFTER_MS = 400;
/** Other devices receive the draft after a pause, not at each letter. */
const SHARE_AFTER_MS = 1_500;

/**
 * Holds the draft of one ticket. It is stored on this device while it is written and shared with the user's other
 * devices after a pause. `other`: a different draft from another device while the user has typed here; the user
 * chooses between them. `isRead`: the field has the stored draft.
 */
export function useDraft(ticketId: string) {
  const desk = useDesk();
  const { linkUp } = useSyncStatus();
  const [text, setText] = useState("");
  const [saved, setSaved] = useState(false);
  const [kept, setKept] = useState<string | null>(null);
  const [keptAt, setKeptAt] = useState<string | null>(null);
  const [touched, setTouched] = useState(false);
  const isTouched = useRef(false);
  const latest = useRef("");
  const unsaved = useRef<{ text: string; timer: ReturnType<typeof setTimeout> } | null>(null);
  const shared = useObservable<DraftView | null | undefined>(() => desk.draft$(ticketId), [desk, ticketId], undefined);
  const [left, setLeft] = useState<string | null>(null);
  const writerId = readWriterId(localStorage);
  const { show, other: theirs } = chooseDraft({ kept, keptAt, touched, text, shared, writerId });
  const other = theirs === left ? null : theirs;

  const save = useCallback(async () => {
    const pending = unsaved.current;
    if (!pending) return;
    clearTimeout(pending.timer);
    unsaved.current = null;
    await desk.draft(ticketId).set(pending.text);
    setSaved(pending.text !== "" && desk.status.get().stores);
  }, [desk, ticketId]);

  useEffect(() => {
    let current = true;
    const stored = desk.draft(ticketId);
    void Promise.all([stored.get(), stored.storedAt()]).then(([found, at]) => {
      if (!current) return;
      setKeptAt(at);
      setKept(found);
    });
    const onHide = () => void save();
    window.addEventListener("pagehide", onHide);
    return () => {
      current = false;
      window.removeEventListener("pagehide", onHide);
      void save();
    };
  }, [desk, ticketId, save]);

  useEffect(() => {
    // A letter that is typed after the render and before this effect must not be replaced.
    if (show === null || isTouched.current) return;
    latest.current = show;
    setText(show);
    setSaved(show !== "");
  }, [show]);

  // Without a network the draft is only stored here; sharing waits.
  const sharedText = shared?.text ?? "";
  const baseRev = shared?.rev ?? 0;
  useEffect(() => {
    // Neither text replaces the other while the user has to choose between them.
    if (!touched || !linkUp || other !== null || text === sharedText || text.length > DRAFT_LENGTH) return;
    const command = { ticketId, text, baseRev, writerId };
    const timer = setTimeout(() => void desk.send("draft.save", command), text === "" ? 0 : SHARE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [desk, ticketId, text, touched, linkUp, other, sharedText, baseRev, writerId]);

  const write = useCallback(
    (next: string) => {
      isTouched.current = true;
      setTouched(true);
      latest.current = next;
      setText(next);
      setSaved(false);
      if (unsaved.current) clearTimeout(unsaved.current.timer);
      unsaved.current = { text: next, timer: setTimeout(() => void save(), SAVE_AFTER_MS) };
    },
    [save],
  );
  const prepend = useCallback((first: string) => write([first, latest.current].filter(Boolean).join("\n")), [write]);
  /** Empties the draft at once, so that a sent text does not come back as a draft. */
  const clear = useCallback(() => {
    write("");
    void save();
  }, [write, save]);
  /** Call before a message is stored that takes the stored draft with it: nothing stores the draft meanwhile. */
  const hold = useCallback(() => {
    if (unsaved.current) clearTimeout(unsaved.current.timer);
    unsaved.current = null;
  }, []);
  /**
   * Takes the text of a stored message out of the field; what was typed meanwhile stays. Without a network the shared
   * draft is deleted in the queue: otherwise the sent text would come back as a draft.
   */
  const sent = useCallback(
    (stored: string) => {
      const rest = textBehind(latest.current, stored);
      write(rest);
      if (rest === "") hold();
      if (sharedText !== "" && !linkUp) void desk.send("draft.save", { ticketId, text: "", baseRev, writerId });
    },
    [write, hold, desk, ticketId, linkUp, sharedText, baseRev, writerId],
  );
  /** Call when the message was not stored: its text is the draft again. */
  const release = useCallback(() => write(latest.current), [write]);
  const takeOther = () => other !== null && write(other);
  const leaveOther = () => setLeft(other);
  const isRead = kept !== null && shared !== undefined && (show === null || show === text);
  return { text, isRead, touched, write, prepend, clear, sent, saved, other, takeOther, leaveOther, hold, release };
}
