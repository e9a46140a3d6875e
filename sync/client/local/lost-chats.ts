import type { DocumentDatabase } from "../cache/documents.ts";
import { isCreation } from "../outbox/entry.ts";
import type { OutboxStore } from "../outbox/store.ts";
import type { OutboxDatabase } from "./databases.ts";
import type { createLeft } from "./left.ts";

type LostChatDeps = {
  documents: DocumentDatabase;
  store: OutboxStore;
  left: ReturnType<typeof createLeft>;
  chatDrafts: OutboxDatabase["chatDrafts"];
};

/**
 * Deletes the drafts of chats that are not on this device any more, and the texts sent in them. Call when the chats
 * are pulled completely: this also finds chats that left while everything was deleted and pulled again.
 */
export async function forgetLostChats({ documents, store, left, chatDrafts }: LostChatDeps): Promise<void> {
  // First the outbox: a chat created meanwhile is in one of the two.
  const created = (await store.all()).filter(isCreation).map(({ id }) => id);
  const present = new Set([...created, ...(await documents.collections.chats.find().exec()).map(({ id }) => id)]);
  await chatDrafts.filter(({ chatId }) => !present.has(chatId)).delete();
  await left.forgetChats((chatId) => !present.has(chatId));
}
