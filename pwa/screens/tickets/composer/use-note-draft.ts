import { useCallback, useMemo, useState, useSyncExternalStore } from "react";
import type { DeviceDesk, TicketView } from "../../../../sync/client/index.ts";
import { createLeavings, textBehind } from "../../../messages/composer/leave-field.ts";
import { useDesk } from "../../../session/desk.tsx";
import { noteOf } from "../contact/note-text.ts";

/** `isOpen`: the composer was in note mode when the note was left. */
type NoteState = { text: string; isOpen: boolean; isRead: boolean };
type NoteStore = ReturnType<typeof createNoteStore>;

/** Short: what is begun when the page is hidden may not be stored any more. */
const SAVE_AFTER_MS = 50;

/** The half-written note of one ticket. The composer and the contact's drawer write the same one. */
export function createNoteStore(desk: Pick<DeviceDesk, "unsent">, ticketId: string) {
  const listeners = new Set<() => void>();
  let state: NoteState = { text: "", isOpen: false, isRead: false };
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isAsked = false;

  function set(change: Partial<NoteState>) {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }
  function save() {
    if (timer) clearTimeout(timer);
    timer = null;
    void desk.unsent.note.set({ ticketId, text: state.text, isOpen: state.isOpen });
  }
  function saveSoon() {
    if (timer) clearTimeout(timer);
    timer = setTimeout(save, SAVE_AFTER_MS);
  }
  function read() {
    if (isAsked) return;
    isAsked = true;
    void desk.unsent.note.get(ticketId).then((stored) => {
      // Appends text that was typed before the stored note was read; the composer may be in note mode already, too.
      const text = [stored?.text, state.text].filter(Boolean).join("\n");
      set({ text, isOpen: state.isOpen || (stored?.isOpen ?? false), isRead: true });
    });
  }
  const onHide = () => {
    if (timer) save();
  };
  return {
    get: () => state,
    subscribe(listener: () => void) {
      if (listeners.size === 0) window.addEventListener("pagehide", onHide);
      listeners.add(listener);
      read();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        window.removeEventListener("pagehide", onHide);
        if (timer) save();
      };
    },
    write(text: string) {
      set({ text });
      saveSoon();
    },
    open(isOpen: boolean) {
      if (state.isOpen === isOpen) return;
      set({ isOpen });
      if (state.isRead) save();
    },
    /** Call before a note is stored that takes the stored one with it: nothing stores that meanwhile. */
    hold() {
      if (timer) clearTimeout(timer);
      timer = null;
    },
    /** Takes the text of a stored note out of the field; text typed meanwhile belongs to the next note. */
    sent(text: string) {
      set({ text: textBehind(state.text, text) });
      if (state.text !== "") saveSoon();
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
  const { text, isOpen, isRead } = useSyncExternalStore(store.subscribe, store.get);
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
        await desk.send("note.add", { ticketId, note: whole }, { draft: { kind: "note", ticketId } });
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
    send,
  };
}
