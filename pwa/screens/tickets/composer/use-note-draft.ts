import { useCallback, useMemo, useState, useSyncExternalStore } from "react";
import { uuidv7 } from "uuidv7";
import {
  type DeviceDesk,
  type DraftState,
  followDraft,
  type SentText,
  type TicketView,
  withStored,
} from "../../../../sync/client/index.ts";
import { createLeavings, textBehind } from "../../../conversation/composer/leave-field.ts";
import { useDesk } from "../../../session/desk.tsx";
import { readWriterId } from "../../../session/writer-id.ts";
import { quietStorage } from "../../../ui/device-storage.ts";
import { onHide } from "../../../ui/layers/on-hide.ts";
import { noteOf } from "../contact/note-text.ts";

/** `isOpen`: the composer was in note mode when the note was left. `answeredAt`: as in `useDraft`, of a note. */
type NoteState = { text: string; isOpen: boolean; isRead: boolean; answeredAt: string | null };
type NoteStore = ReturnType<typeof createNoteStore>;

const SAVE_AFTER_MS = 400;

/** The half-written note of one ticket. The composer and the contact's drawer write the same one. */
export function createNoteStore(desk: Pick<DeviceDesk, "unsent">, ticketId: string) {
  const listeners = new Set<() => void>();
  const id = uuidv7();
  let state: NoteState = { text: "", isOpen: false, isRead: false, answeredAt: null };
  let timer: ReturnType<typeof setTimeout> | null = null;
  let stored = "";
  let line: string | null = null;
  let isTouched = false;
  let before: DraftState | null = null;
  let reading: { unsubscribe(): void } | null = null;

  function set(change: Partial<NoteState>) {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }
  function save(how: "set" | "setAtHide" = "set") {
    hold();
    const { text, isOpen, answeredAt } = state;
    const base = state.isRead ? stored : null;
    [stored, line] = [text, null];
    void desk.unsent.note[how]({ ticketId, text, isOpen, answeredAt }, base);
  }
  function saveSoon() {
    hold();
    timer = setTimeout(() => (state.isRead ? save() : saveSoon()), SAVE_AFTER_MS);
  }
  function hold() {
    if (timer) clearTimeout(timer);
    timer = null;
  }
  function take(now: DraftState) {
    if (before) follow(before, now);
    else {
      stored = now.text;
      line = now.line;
      // The composer may be in note mode already.
      const text = withStored(now.text, state.text);
      set({ text, isOpen: state.isOpen || now.isOpen, isRead: true, answeredAt: now.answeredAt });
    }
    before = now;
  }
  function follow(last: DraftState, now: DraftState) {
    const what = followDraft({ text: state.text, stored, line, isSaved: timer === null, isTouched, id }, last, now);
    if (what === "clear") {
      hold();
      stored = "";
      set({ text: "", answeredAt: null });
    } else if (what === "follow") {
      stored = now.text;
      line = now.line;
      set({ text: now.text, answeredAt: now.answeredAt });
    } else if (what === "answered") {
      set({ answeredAt: now.mark?.at ?? null });
      saveSoon();
    } else if (now.text === stored) line = now.line;
  }
  let stopListening = () => {};
  return {
    get: () => state,
    subscribe(listener: () => void) {
      if (listeners.size === 0) stopListening = onHide(() => timer && save("setAtHide"));
      listeners.add(listener);
      reading ??= desk.unsent.note.state$(ticketId).subscribe(take);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        reading?.unsubscribe();
        reading = null;
        stopListening();
        if (timer) save();
      };
    },
    write(text: string) {
      isTouched = true;
      set({ text });
      saveSoon();
    },
    open(isOpen: boolean) {
      if (state.isOpen === isOpen) return;
      set({ isOpen });
      if (state.isRead) save();
    },
    /** Call before a note is stored that takes the stored one with it: nothing stores that meanwhile. */
    hold,
    /** Describes the draft that a note with this text stores. */
    leaving: (text: string): SentText => ({ text, stored, field: id, writerId: readWriterId(quietStorage) }),
    /** Takes the text of a stored note out of the field; text typed meanwhile belongs to the next note. */
    sent(text: string) {
      stored = "";
      set({ text: textBehind(state.text, text), answeredAt: null });
      if (state.text !== "") saveSoon();
    },
    /** The user knows that another note was stored. */
    leaveAnswered() {
      set({ answeredAt: null });
      save();
    },
    leavings: createLeavings(),
  };
}

const stores = new WeakMap<DeviceDesk, Map<string, NoteStore>>();

function storeOf(desk: DeviceDesk, ticketId: string): NoteStore {
  const ofDesk = stores.get(desk) ?? new Map<string, NoteStore>();
  stores.set(desk, ofDesk);
  const store = ofDesk.get(ticketId) ?? createNoteStore(desk, ticketId);
  ofDesk.set(ticketId, store);
  return store;
}

/**
 * Holds the half-written note of a ticket and stores it as a note. It shares nothing with the reply: no text goes from
 * one to the other.
 */
export function useNoteDraft({ id: ticketId }: Pick<TicketView, "id">) {
  const desk = useDesk();
  const store = useMemo(() => storeOf(desk, ticketId), [desk, ticketId]);
  const { text, isOpen, isRead, answeredAt } = useSyncExternalStore(store.subscribe, store.get);
  const [asked, setAsked] = useState(false);
  const { note, problem } = noteOf(text);

  const send = useCallback(async () => {
    const { text: written } = store.get();
    setAsked(noteOf(written).note === null);
    if (noteOf(written).note === null) return;
    store.hold();
    const sent = store.leavings.send(written, {
      async store(words) {
        const { note: whole } = noteOf(words);
        if (whole === null) return;
        const draft = { kind: "note", ownerId: ticketId, sent: store.leaving(words) } as const;
        await desk.send("note.add", { ticketId, note: whole }, { draft });
      },
      take: store.sent,
    });
    await sent.catch((error: unknown) => {
      store.write(store.get().text);
      throw error;
    });
  }, [desk, store, ticketId]);

  return {
    text,
    isOpen,
    isRead,
    note,
    problem: asked ? problem : null,
    write: store.write,
    open: store.open,
    answeredAt: text === "" ? null : answeredAt,
    leaveAnswered: store.leaveAnswered,
    send,
  };
}
