import { CONVERSATION_PREFIX, type KeptConversation, type KeptThread, THREAD_PREFIX } from "./kept-conversations.ts";
import { keptKeys, readRecord, storeRecord } from "./kept-record.ts";

const MAX_CONVERSATIONS = 5;
/** In characters. Forty messages have 40,000 to 80,000. */
const MAX_LENGTH = 200_000;
/** In characters. Twenty messages have 8,000 to 20,000. */
const MAX_THREAD_LENGTH = 60_000;
const prefixes = [CONVERSATION_PREFIX, THREAD_PREFIX];

const all = (storage: Storage): KeptConversation[] =>
  keptKeys(storage, CONVERSATION_PREFIX).flatMap((key) => readRecord<KeptConversation>(storage, key) ?? []);

/** Keeps a conversation; of more than five, the oldest go. */
export function keepConversation(storage: Storage, kept: KeptConversation): void {
  storeRecord(storage, CONVERSATION_PREFIX + kept.ticketId, kept, MAX_LENGTH);
  const keys = keptKeys(storage, CONVERSATION_PREFIX).filter((key) => key !== CONVERSATION_PREFIX);
  if (keys.length <= MAX_CONVERSATIONS) return;
  const newestFirst = all(storage)
    .filter(({ ticketId }) => ticketId !== "")
    .sort((a, b) => b.at - a.at);
  for (const { ticketId } of newestFirst.slice(MAX_CONVERSATIONS)) storage.removeItem(CONVERSATION_PREFIX + ticketId);
}

/** Keeps the values of conversations. `keepsOthers`: those of other conversations stay. */
export function keepThreads(
  storage: Storage,
  threads: ReadonlyMap<string, KeptThread>,
  { keepsOthers }: { keepsOthers: boolean },
): void {
  if (!keepsOthers)
    for (const key of keptKeys(storage, THREAD_PREFIX))
      if (!threads.has(key.slice(THREAD_PREFIX.length))) storage.removeItem(key);
  for (const [ticketId, kept] of threads) storeRecord(storage, THREAD_PREFIX + ticketId, kept, MAX_THREAD_LENGTH);
}

export function dropKeptConversation(storage: Storage, ticketId: string): void {
  for (const prefix of prefixes) storage.removeItem(prefix + ticketId);
}

/** Removes a conversation if one of its messages is hidden from the user now. */
export function dropKeptConversationWith(storage: Storage, ticketId: string, hidden: ReadonlySet<string>): void {
  if (hidden.size === 0) return;
  for (const prefix of prefixes) {
    const kept = readRecord<KeptConversation | KeptThread>(storage, prefix + ticketId);
    if (kept?.messages.some((id) => hidden.has(id))) dropKeptConversation(storage, ticketId);
  }
}

/** Returns the tickets of the kept conversations. */
export const keptTickets = (storage: Storage): string[] => {
  const ids = prefixes.flatMap((prefix) => keptKeys(storage, prefix).map((key) => key.slice(prefix.length)));
  return [...new Set(ids)].filter((ticketId) => ticketId !== "");
};
