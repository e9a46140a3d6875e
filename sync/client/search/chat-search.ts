import type { ChatMessageRow } from "../../../contracts/office/chats.ts";
import { searchable, searchWords } from "../../../contracts/search-text.ts";
import type { ChatSearchView, ChatView } from "../desk-types.ts";

/** Documents are the same objects until they change, so each text is normalised once. */
const known = new WeakMap<object, string>();

function wordsOf(source: object, ...texts: string[]): string {
  const words = known.get(source) ?? searchable(...texts);
  known.set(source, words);
  return words;
}

/** Searches chats and their messages for all words of the text; `chats` are newest first. */
export function findInChats(
  chats: readonly ChatView[],
  threads: ReadonlyMap<string, { messages: readonly ChatMessageRow[] }>,
  text: string,
  limit: number,
): ChatSearchView {
  const words = searchWords(text);
  const found: ChatSearchView = { chats: [], messages: [] };
  if (words.length === 0) return found;
  const saysAll = (text: string) => words.every((word) => text.includes(word));
  for (const chat of chats) {
    if (found.chats.length < limit && saysAll(wordsOf(chat, chat.title, ...chat.members.map(({ name }) => name))))
      found.chats.push(chat);
    for (const row of threads.get(chat.id)?.messages ?? []) {
      if (!saysAll(wordsOf(row, row.body, row.media?.name ?? ""))) continue;
      const { id, userName, body, createdAt } = row;
      found.messages.push({ messageId: id, userName, body, createdAt, chat });
    }
  }
  found.messages.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  return { ...found, messages: found.messages.slice(0, limit) };
}
