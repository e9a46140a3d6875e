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
