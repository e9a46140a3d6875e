import type { OutboxEntry } from "../../../../sync/client/index.ts";
import { plainLine } from "../../../conversation/text/message-summary.ts";

/**
 * The entries of one conversation in sending order: of a ticket or of an internal chat. Both ids null: entries that
 * belong to no conversation.
 */
export type OutboxGroup = { key: string; ticketId: string | null; chatId: string | null; entries: OutboxEntry[] };

export const isStopped = ({ state }: OutboxEntry) => state === "refused" || state === "held";

/** Groups entries by conversation: `stopped` need a decision of the user, `waiting` are sent automatically. */
export function outboxGroups(entries: readonly OutboxEntry[]): { stopped: OutboxGroup[]; waiting: OutboxGroup[] } {
  return {
    stopped: byConversation(entries.filter(isStopped)),
    waiting: byConversation(entries.filter((entry) => !isStopped(entry))),
  };
}

function byConversation(entries: readonly OutboxEntry[]): OutboxGroup[] {
  const groups = new Map<string, OutboxGroup>();
  for (const entry of entries) {
    const { ticketId, chatId } = entry;
    const key = ticketId ?? chatId ?? "none";
    const group = groups.get(key) ?? { key, ticketId, chatId, entries: [] };
    group.entries.push(entry);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Returns the texts that exist only in these entries and are lost when they are discarded. */
export function lostTexts(entries: readonly OutboxEntry[]): string[] {
  return entries
    .map((entry) => {
      if (entry.type === "message.send" || entry.type === "message.edit") return plainLine(entry.payload.body ?? "");
      if (entry.type === "chatMessage.send") return entry.payload.body ?? "";
      return entry.type === "note.add" ? entry.payload.note : "";
    })
    .filter((text) => text !== "");
}
