import type { Clock } from "../clock.ts";
import type { OutboxDatabase } from "./databases.ts";

/**
 * The draft of this device in a ticket; an empty text deletes it. What is still written in a moved ticket moves too, and
 * a composer that had not yet stored its text does not overwrite what a refused creation left here (`kept`).
 */
export function localDraft({ drafts, moved }: OutboxDatabase, ticketId: string, clock: Clock) {
  return {
    get: async () => (await drafts.get(ticketId))?.text ?? "",
    /** When the draft was stored, by the server's clock; null: there is none. */
    storedAt: async () => (await drafts.get(ticketId))?.updatedAt ?? null,
    set(text: string): Promise<void> {
      const updatedAt = new Date(clock.now()).toISOString();
      return drafts.db.transaction("rw", drafts, moved, async () => {
        const ahead = await moved.get(ticketId);
        if (ahead) return void (text && (await moved.put({ ...ahead, draft: text, isSeen: false })));
        const kept = (await drafts.get(ticketId))?.kept;
        const whole = kept && !text.startsWith(kept) ? [kept, text].filter(Boolean).join("\n\n") : text;
        if (whole) await drafts.put({ ticketId, text: whole, updatedAt, ...(kept && { kept }) });
        else await drafts.delete(ticketId);
      });
    },
  };
}

/** The draft of this device in a chat; one that left the device gets no new draft. */
export function localChatDraft({ chatDrafts }: OutboxDatabase, chatId: string, isHere: () => Promise<boolean>) {
  return {
    get: async () => (await chatDrafts.get(chatId))?.text ?? "",
    async set(text: string) {
      if (text && (await isHere())) await chatDrafts.put({ chatId, text });
      else await chatDrafts.delete(chatId);
    },
  };
}
