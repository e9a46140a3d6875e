import type { ChatMessageRow } from "../../../contracts/office/chats.ts";
import type { ApiFetch } from "../desk-types.ts";
import type { ThreadPart } from "../thread-kinds.ts";

/** Fetches the messages before the known ones; `complete`: there are none before these. */
export async function fetchOlderChat(
  apiFetch: ApiFetch,
  chatId: string,
  known: readonly ChatMessageRow[],
): Promise<{ messages: ChatMessageRow[]; complete: boolean }> {
  const query = new URLSearchParams({ ids: chatId });
  if (known.length > 0) query.set("before", String(Math.min(...known.map(({ seq }) => seq))));
  const response = await apiFetch(`/sync/chatThreads?${query}`);
  const { documents } = (await response.json()) as { documents: ThreadPart<ChatMessageRow>[] };
  const page = documents.find(({ id }) => id === chatId);
  if (!page)
    throw Object.assign(new Error("The user is no member of the chat."), { status: 404, code: "UNAUTHORIZED" });
  return { messages: page.messages, complete: !page.hasOlder };
}
