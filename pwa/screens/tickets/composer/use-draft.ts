import { useCallback, useEffect, useState } from "react";
import { DRAFT_LENGTH, type DraftSend } from "../../../../contracts/desk/drafts.ts";
import type { DraftView, SentText } from "../../../../sync/client/index.ts";
import { useStoredDraft } from "../../../conversation/composer/use-stored-draft.ts";
import { useDesk, useObservable, useSyncStatus } from "../../../session/desk.tsx";
import { readWriterId } from "../../../session/writer-id.ts";
import { quietStorage } from "../../../ui/device-storage.ts";
import { chooseDraft, isToShare } from "./choose-draft.ts";

/** Other devices receive the draft after a pause, not at each letter. */
const SHARE_AFTER_MS = 1_500;

/** `shared`: what the message tells the server; absent when no device has shared a draft. */
export type LeavingDraft = { sent: SentText; shared?: DraftSend };

/**
 * Holds the draft of one ticket. It is stored on this device while it is written and shared with the user's other
 * devices after a pause. `other`: a different draft from another device while the user has typed here; the user
 * chooses between them. `answeredAt`: when the user sent another text of this conversation in another tab or on
 * another device; null: not while this one was written. `isRead`: the field has the stored draft.
 */
export function useDraft(ticketId: string) {
  const desk = useDesk();
  const { linkUp } = useSyncStatus();
  const stored = useStoredDraft(useCallback(() => desk.draft(ticketId), [desk, ticketId]));
  const { text, kept, keptAt, touched, spent, write, putIn } = stored;
  const shared = useObservable<DraftView | null | undefined>(() => desk.draft$(ticketId), [desk, ticketId], undefined);
  const [left, setLeft] = useState<string | null>(null);
  const writerId = readWriterId(quietStorage);
  // A text that was there when the user sent is not put into the empty field: a second press would send it.
  const [spentRev, setSpentRev] = useState(0);
  const shown = spent && shared && shared.rev <= spentRev ? null : shared;
  const { show, other: theirs } = chooseDraft({ kept, keptAt, touched, text, shared: shown, writerId });
  /** The revision of the shared draft whose text this one goes on with. */
  const [seenRev, setSeenRev] = useState(0);
  const sharedText = shared?.text ?? "";
  const baseRev = shared?.rev ?? 0;
  const other = theirs === left || baseRev <= seenRev ? null : theirs;

  useEffect(() => {
    if (sharedText !== "" && text.startsWith(sharedText)) setSeenRev(baseRev);
  }, [sharedText, baseRev, text]);

  useEffect(() => {
    if (show !== null) putIn(show);
  }, [show, putIn]);

  const toShare = isToShare(text, shared, seenRev, writerId);
  // Without a network the draft is only stored here; sharing waits.
  useEffect(() => {
    // Neither text replaces the other while the user has to choose between them.
    if (!touched || !linkUp || other !== null || !toShare || text.length > DRAFT_LENGTH) return;
    const command = { ticketId, text, baseRev, writerId };
    const timer = setTimeout(() => void desk.send("draft.save", command), text === "" ? 0 : SHARE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [desk, ticketId, text, touched, linkUp, other, toShare, baseRev, writerId]);

  /** Describes the draft that a message with this text sends. */
  function leaving(words: string): LeavingDraft {
    const sent = stored.leaving(words);
    if (sharedText === "") return { sent };
    // A draft of another device that this one does not go on with stays there.
    return { sent, shared: { text: words.slice(0, DRAFT_LENGTH), baseRev: seenRev, writerId } };
  }
  /** Takes the draft of a stored schedule out of the field, and tells the user's other devices. */
  function scheduled(words: string, { shared: leaving }: LeavingDraft) {
    if (leaving) void desk.send("draft.save", { ...leaving, ticketId, text: "", sentText: leaving.text });
    sent(words);
  }
  function sent(words: string) {
    setSpentRev(baseRev);
    stored.sent(words);
  }
  const takeOther = () => other !== null && write(other);
  const leaveOther = () => setLeft(other);
  const isRead = kept !== null && shared !== undefined && (show === null || show === text);
  return { ...stored, sent, scheduled, isRead, other, takeOther, leaveOther, leaving };
}
