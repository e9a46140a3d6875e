import { FROM_NEWEST, type MessageRow } from "../../../contracts/desk/messages.ts";
import type { ApiFetch } from "../desk-types.ts";
import { refusalOf } from "../refusal.ts";
import type { ThreadPart } from "../thread-kinds.ts";

/** Pages requested at once when a page has only known messages. */
const MAX_PAGES = 5;

type Page = Pick<ThreadPart<MessageRow>, "messages" | "hasOlder">;

/**
 * Fetches the messages before the known ones, in the form of the thread; `complete`: there are none before these.
 * Known messages are ascending.
 */
export async function fetchOlder(
  apiFetch: ApiFetch,
  ticketId: string,
  known: readonly MessageRow[],
): Promise<{ messages: MessageRow[]; complete: boolean }> {
  const ids = new Set(known.map((row) => row.id));
  let before = known[0]?.id ?? FROM_NEWEST;
  for (let asked = 0; asked < MAX_PAGES; asked += 1) {
    const page = await fetchBefore(apiFetch, ticketId, before);
    const messages = page.messages.filter(({ id }) => !ids.has(id));
    if (!page.hasOlder) return { messages, complete: true };
    if (messages.length > 0) return { messages, complete: false };
    // The server sorts by ticket first, so a page may have only messages that are known from a later ticket.
    before = page.messages[0]?.id ?? FROM_NEWEST;
  }
  return { messages: [], complete: false };
}

async function fetchBefore(apiFetch: ApiFetch, ticketId: string, before: string): Promise<Page> {
  try {
    const response = await apiFetch(`/sync/threads?${new URLSearchParams({ ids: ticketId, before })}`);
    const { documents } = (await response.json()) as { documents: ThreadPart<MessageRow>[] };
    return documents[0] ?? { messages: [], hasOlder: false };
  } catch (error) {
    // The message is gone from the server: the next pull says so.
    if (before !== FROM_NEWEST && refusalOf(error).code === "ERR_NO_MESSAGE_FOUND")
      return fetchBefore(apiFetch, ticketId, FROM_NEWEST);
    throw error;
  }
}
