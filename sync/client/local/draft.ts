import type { Clock } from "../clock.ts";
import type { OutboxDatabase } from "./databases.ts";

/** The draft of this device in a ticket; an empty text deletes it. */
export function localDraft({ drafts }: OutboxDatabase, ticketId: string, clock: Clock) {
  return {
    get: async () => (await drafts.get(ticketId))?.text ?? "",
    async set(text: string) {
      const updatedAt = new Date(clock.now()).toISOString();
      if (text) await drafts.put({ ticketId, text, updatedAt });
      else await drafts.delete(ticketId);
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
