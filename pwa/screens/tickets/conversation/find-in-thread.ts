import { wordsOf } from "../../../../contracts/desk/messages.ts";
import { searchable, searchWords } from "../../../../contracts/search-text.ts";
import type { MessageView } from "../../../../sync/client/index.ts";
import { withoutMarks } from "../../../conversation/text/message-summary.ts";

/**
 * Returns the ids of the messages that contain every word, oldest first, ignoring case and accents. Without a word:
 * none.
 */
export function findInThread(messages: readonly MessageView[], text: string): string[] {
  const words = searchWords(text);
  if (words.length === 0) return [];
  return messages.filter((message) => containsAll(message, words)).map(({ id }) => id);
}

function containsAll(message: MessageView, words: readonly string[]): boolean {
  if (message.hidden || message.isDeleted) return false;
  const searched = searchable(withoutMarks(wordsOf(message.body, message.mediaType)), message.media?.name);
  return words.every((word) => searched.includes(word));
}
