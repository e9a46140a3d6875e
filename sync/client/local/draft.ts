import type { Clock } from "../clock.ts";
import type { OutboxDatabase } from "./databases.ts";
import { withStored } from "./follow-draft.ts";
import { storeAtHide } from "./last-texts.ts";
import { draftState$, lineOf } from "./sent-drafts.ts";

/**
 * `answeredAt`: when another draft of the conversation was sent elsewhere; null: none was, or the user knows it. `base`:
 * the stored text that the writer has read; null: its field has not read it, and the text is added to it.
 */
export type DraftWriting = { answeredAt?: string | null; base?: string | null };

/** Returns the text to store in place of the stored one. `base`: as in `DraftWriting`. */
export const textWith = (
  before: { text: string } | undefined,
  text: string,
  base: string | null | undefined,
): string => (base === null ? withStored(before?.text ?? "", text) : text);

/**
 * The draft of this device in a ticket; an empty text deletes it. What is still written in a moved ticket moves too, and
 * a composer that had not yet stored its text does not overwrite what a refused creation left here (`kept`).
 */
export function localDraft(database: OutboxDatabase, ticketId: string, clock: Clock) {
  const { drafts, moved } = database;
  const set = (typed: string, { answeredAt = null, base }: DraftWriting = {}): Promise<void> => {
    const updatedAt = new Date(clock.now()).toISOString();
    return drafts.db.transaction("rw", drafts, moved, async () => {
      const ahead = await moved.get(ticketId);
      const draft = ahead && textWith({ text: ahead.draft }, typed, base);
      if (ahead) return void (draft && (await moved.put({ ...ahead, draft, isSeen: false })));
      const before = await drafts.get(ticketId);
      const text = textWith(before, typed, base);
      const kept = before?.kept;
      const whole = kept && !text.startsWith(kept) ? [kept, text].filter(Boolean).join("\n\n") : text;
      const sharedRev = before?.text === whole ? before.sharedRev : undefined;
      if (!whole) return drafts.delete(ticketId);
      await drafts.put({
        ...{ ticketId, text: whole, updatedAt, answeredAt, line: lineOf(before, base) },
        ...(kept && { kept }),
        ...(sharedRev !== undefined && { sharedRev }),
      });
    });
  };
  return {
    get: async () => (await drafts.get(ticketId))?.text ?? "",
    /** The stored draft, with each change by any tab. */
    state$: () => draftState$(database, "text", ticketId),
    set,
    setAtHide: (text: string, writing: DraftWriting = {}) =>
      storeAtHide(database, clock.now(), { kind: "text", ownerId: ticketId, text, writing }, () => set(text, writing)),
  };
}

/** The draft of this device in a chat; one that left the device gets no new draft. */
export function localChatDraft(database: OutboxDatabase, chatId: string, clock: Clock, isHere: () => Promise<boolean>) {
  const { chatDrafts } = database;
  async function set(typed: string, { answeredAt = null, base }: DraftWriting = {}): Promise<void> {
    if (!(await isHere())) return chatDrafts.delete(chatId);
    await chatDrafts.db.transaction("rw", chatDrafts, async () => {
      const before = await chatDrafts.get(chatId);
      const text = textWith(before, typed, base);
      if (text) await chatDrafts.put({ chatId, text, answeredAt, line: lineOf(before, base) });
      else await chatDrafts.delete(chatId);
    });
  }
  return {
    get: async () => (await chatDrafts.get(chatId))?.text ?? "",
    state$: () => draftState$(database, "chat", chatId),
    set,
    setAtHide: (text: string, writing: DraftWriting = {}) =>
      storeAtHide(database, clock.now(), { kind: "chat", ownerId: chatId, text, writing }, () => set(text, writing)),
  };
}
