import type { QuickMessageDocument } from "../../../../contracts/desk/quick-messages.ts";
import { searchable } from "../../../../contracts/search-text.ts";

export const LABEL_LENGTH = 35;

/**
 * Returns the quick replies that match a text of `/` and at least one more character; null when the text is not such
 * a search.
 */
export function matchQuickReplies(text: string, all: QuickMessageDocument[]): QuickMessageDocument[] | null {
  if (!text.startsWith("/") || text.length < 2) return null;
  const wanted = searchable(text);
  const matches = all.filter((reply) => searchable(`/${reply.shortcode} - ${reply.message}`).includes(wanted));
  return matches.sort((a, b) => a.shortcode.localeCompare(b.shortcode));
}

/**
 * Returns the quick replies that a user may send: the general ones and their own. A manager's device also holds those
 * of colleagues.
 */
export const offeredTo = (userId: string, all: readonly QuickMessageDocument[]) =>
  all.filter((reply) => reply.isGeneral || reply.userId === userId);

/** Returns the quick replies whose shortcut or text contains every word, ordered by shortcut. */
export function findQuickReplies(
  words: readonly string[],
  all: readonly QuickMessageDocument[],
): QuickMessageDocument[] {
  return all
    .filter(({ shortcode, message }) => words.every((word) => searchable(`/${shortcode} ${message}`).includes(word)))
    .sort((a, b) => a.shortcode.localeCompare(b.shortcode));
}

/** Shortens a reply's text for the list: one line, at most 35 characters and an ellipsis. */
export function quickReplyLabel(message: string): string {
  const line = message.replace(/\s+/g, " ").trim();
  return line.length > LABEL_LENGTH ? `${line.slice(0, LABEL_LENGTH)}…` : line;
}
