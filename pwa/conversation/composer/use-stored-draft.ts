import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { uuidv7 } from "uuidv7";
import {
  type DraftState,
  followDraft,
  type LocalDraft,
  type SentText,
  withStored,
} from "../../../sync/client/index.ts";
import { useDesk } from "../../session/desk.tsx";
import { readWriterId } from "../../session/writer-id.ts";
import { quietStorage } from "../../ui/device-storage.ts";
import { onHide } from "../../ui/layers/on-hide.ts";
import { textBehind } from "./leave-field.ts";

const SAVE_AFTER_MS = 400;

const unread = {
  text: "",
  /** The text is stored on this device. */
  saved: false,
  /** The draft that was stored when the field was opened, or by another tab since; null until it is read. */
  kept: null as string | null,
  keptAt: null as string | null,
  /** The user has typed since the field was opened. */
  touched: false,
  /** The field is empty because its text was sent. */
  spent: false,
  answeredAt: null as string | null,
};

/**
 * Holds the text of a field, which is stored on this device while it is written. A text that another tab or device of
 * the user sends leaves the field; one that differs stays, with `answeredAt`. `open` is stable.
 */
export function useStoredDraft(open: () => LocalDraft) {
  const kept = useKeptField(open);
  useFollowOthers(open, kept);
  const { state, id, field, change, hold, write, putIn, noteAnswered } = kept;

  /** Takes the text of a stored message out of the field; what was typed meanwhile stays. */
  const sent = useCallback(
    (words: string) => {
      const rest = textBehind(field.current.text, words);
      noteAnswered(null);
      write(rest);
      if (rest !== "") return;
      hold();
      Object.assign(field.current, { stored: "", line: null, isTouched: false });
      change({ spent: true, touched: false, kept: "" });
    },
    [write, hold, noteAnswered, change, field],
  );
  /** Call when the message was not stored: its text is the draft again. */
  const release = useCallback(() => write(field.current.text), [write, field]);
  const prepend = useCallback(
    (first: string) => write([first, field.current.text].filter(Boolean).join("\n")),
    [write, field],
  );
  /** Describes the draft that a message with this text sends. */
  const leaving = useCallback(
    (text: string): SentText => ({
      text,
      stored: field.current.stored,
      field: id,
      writerId: readWriterId(quietStorage),
    }),
    [id, field],
  );
  /** The user knows that the conversation was answered. */
  const leaveAnswered = useCallback(() => {
    noteAnswered(null);
    write(field.current.text);
  }, [noteAnswered, write, field]);
  const answeredAt = state.text === "" ? null : state.answeredAt;
  return { ...state, answeredAt, write, putIn, prepend, sent, hold, release, leaving, leaveAnswered };
}

/** Holds the text of a field, and stores it some time after it was written. `field`: the newest state of it. */
function useKeptField(open: () => LocalDraft) {
  const desk = useDesk();
  const [state, setState] = useState(unread);
  const [id] = useState(() => uuidv7());
  const field = useRef({
    text: "",
    stored: "",
    line: null as string | null,
    isTouched: false,
    isRead: false,
    answeredAt: null as string | null,
  });
  const unsaved = useRef<ReturnType<typeof setTimeout> | null>(null);
  const change = useCallback((part: Partial<typeof unread>) => setState((last) => ({ ...last, ...part })), []);

  /** Call before a message is stored that takes the stored draft with it: nothing stores the draft meanwhile. */
  const hold = useCallback(() => {
    if (unsaved.current) clearTimeout(unsaved.current);
    unsaved.current = null;
  }, []);
  const save = useCallback(
    async (how: "set" | "setAtHide" = "set") => {
      if (!unsaved.current) return;
      hold();
      const { text, stored, isRead, answeredAt } = field.current;
      // The line is known again when the stored text is read.
      Object.assign(field.current, { stored: text, line: null });
      await open()[how](text, { answeredAt, base: isRead ? stored : null });
      change({ saved: text !== "" && desk.status.get().stores });
    },
    [desk, open, hold, change],
  );
  const write = useCallback(
    (text: string) => {
      hold();
      Object.assign(field.current, { text, isTouched: true });
      change({ text, touched: true, saved: false, spent: false });
      const saveSoon = () => {
        unsaved.current = setTimeout(() => void (field.current.isRead ? save() : saveSoon()), SAVE_AFTER_MS);
      };
      saveSoon();
    },
    [hold, save, change],
  );
  const noteAnswered = useCallback(
    (answeredAt: string | null) => {
      field.current.answeredAt = answeredAt;
      change({ answeredAt });
    },
    [change],
  );
  const show = useCallback(
    (text: string) => {
      field.current.text = text;
      change({ text, saved: text !== "" });
    },
    [change],
  );
  /** Shows a text in a field in which nobody has typed. */
  const putIn = useCallback((text: string) => void (field.current.isTouched || show(text)), [show]);

  const read = useCallback(
    ({ text, line, updatedAt, answeredAt }: DraftState) => {
      const { isRead, isTouched, text: typed } = field.current;
      Object.assign(field.current, { stored: text, line, answeredAt, isRead: true });
      change({ kept: text, keptAt: updatedAt, answeredAt });
      // A slow device reads the stored draft when letters are in the field already.
      if (!isRead && isTouched) write(withStored(text, typed));
    },
    [change, write],
  );
  return { state, id, field, unsaved, change, hold, save, write, noteAnswered, show, putIn, read };
}

/** Reads the stored draft, and takes what other tabs and devices of the user do with it. */
function useFollowOthers(open: () => LocalDraft, kept: ReturnType<typeof useKeptField>) {
  const { id, field, unsaved, change, hold, save, write, noteAnswered, show, read } = kept;
  const follow = useEffectEvent((before: DraftState, now: DraftState) => {
    const what = followDraft({ ...field.current, id, isSaved: unsaved.current === null }, before, now);
    if (what === "clear") {
      hold();
      field.current.isTouched = false;
      change({ touched: false });
      read({ ...now, text: "", line: null, answeredAt: null });
      show("");
    } else if (what === "follow") {
      read(now);
      show(now.text);
    } else if (what === "answered") {
      noteAnswered(now.mark?.at ?? null);
      // The other tab's message may have deleted the stored draft: what was typed here is stored again.
      if (field.current.isTouched) write(field.current.text);
    } else if (now.text === field.current.stored) field.current.line = now.line;
  });
  useEffect(() => {
    let before: DraftState | null = null;
    const reading = open()
      .state$()
      .subscribe((now) => {
        if (before) follow(before, now);
        else read(now);
        before = now;
      });
    const stopListening = onHide(() => void save("setAtHide"));
    return () => {
      reading.unsubscribe();
      stopListening();
      void save();
    };
  }, [open, save, read]);
}
