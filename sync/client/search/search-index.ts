import type { ContactDocument } from "../../contracts/contacts.ts";
import type { MessageRow, ThreadDocument } from "../../contracts/messages.ts";
import { searchable, searchWords, type TicketDocument } from "../../contracts/tickets.ts";

export type SearchQuestion = {
  text: string;
  /** Of these only; nothing: of all. */
  tagIds?: string[];
  userIds?: string[];
  queueIds?: (string | null)[];
  /** Tickets and messages each; contacts at most a fifth of it. */
  limit: number;
};
export type MessageHit = {
  ticketId: string;
  messageId: string;
  body: string;
  fromMe: boolean;
  createdAt: string;
};
/** Tickets and messages by the conversation's last message, newest first; contacts by name. */
export type SearchHits = { ticketIds: string[]; contactIds: string[]; messages: MessageHit[] };

type Ticket = Pick<TicketDocument, "id" | "number" | "sortKey" | "search" | "queueId" | "userId" | "tagIds">;
type Contact = Pick<ContactDocument, "id" | "search">;
type Message = Omit<MessageHit, "ticketId"> & { words: string };
/** `words`: of all its messages, so that most threads are passed over at one look. */
type Thread = { words: string; newestFirst: Message[] };

export type SearchIndex = ReturnType<typeof createSearchIndex>;

const saysAll = (text: string, words: readonly string[]) => words.every((word) => text.includes(word));

/**
 * What a device holds, in the form that searching compares. Looking through the whole window takes a few milliseconds,
 * so that no index of words has to be kept; every part of a word is found.
 */
export function createSearchIndex() {
  const tickets = new Map<string, Ticket>();
  const contacts = new Map<string, Contact>();
  const threads = new Map<string, Thread>();
  let ordered: { tickets: Ticket[]; contacts: Contact[] } | null = null;

  function inOrder() {
    ordered ??= {
      tickets: [...tickets.values()].sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1)),
      contacts: [...contacts.values()].sort((a, b) => (a.search < b.search ? -1 : 1)),
    };
    return ordered;
  }

  return {
    putTicket({ id, number, sortKey, search, queueId, userId, tagIds }: TicketDocument) {
      tickets.set(id, { id, number, sortKey, search, queueId, userId, tagIds });
      ordered = null;
    },
    putContact({ id, search }: ContactDocument) {
      contacts.set(id, { id, search });
      ordered = null;
    },
    putThread({ id, messages }: ThreadDocument) {
      const newestFirst = messages.filter(isReadable).map(messageOf).reverse();
      threads.set(id, { newestFirst, words: newestFirst.map((message) => message.words).join("\n") });
    },
    remove(id: string) {
      tickets.delete(id);
      contacts.delete(id);
      ordered = null;
    },
    removeThread: (id: string) => void threads.delete(id),

    search(question: SearchQuestion): SearchHits {
      const words = searchWords(question.text);
      const number = /^#?(\d{1,9})$/.exec(question.text.trim())?.[1];
      const hits: SearchHits = { ticketIds: [], contactIds: [], messages: [] };
      for (const ticket of inOrder().tickets) {
        if (!passes(ticket, question)) continue;
        const isMeant = saysAll(ticket.search, words) || String(ticket.number) === number;
        if (isMeant && hits.ticketIds.length < question.limit) hits.ticketIds.push(ticket.id);
        const thread = words.length > 0 ? threads.get(ticket.id) : undefined;
        if (thread && saysAll(thread.words, words)) collect(hits.messages, ticket.id, thread, words, question.limit);
        if (hits.ticketIds.length === question.limit && hits.messages.length === question.limit) break;
      }
      if (words.length === 0) return hits;
      for (const contact of inOrder().contacts) {
        if (hits.contactIds.length >= question.limit / 5) break;
        if (saysAll(contact.search, words)) hits.contactIds.push(contact.id);
      }
      return hits;
    },
  };
}

function collect(into: MessageHit[], ticketId: string, thread: Thread, words: readonly string[], limit: number): void {
  for (const { words: said, ...message } of thread.newestFirst) {
    if (into.length >= limit) return;
    if (saysAll(said, words)) into.push({ ticketId, ...message });
  }
}

function passes(ticket: Ticket, { tagIds, userIds, queueIds }: SearchQuestion): boolean {
  return (
    (!queueIds || queueIds.includes(ticket.queueId)) &&
    (!userIds?.length || (ticket.userId !== null && userIds.includes(ticket.userId))) &&
    (!tagIds?.length || ticket.tagIds.some((id) => tagIds.includes(id)))
  );
}

/** What a person may read of it: deleted messages and those of foreign queues are not found. */
const isReadable = (row: MessageRow) => !row.hidden && !row.isDeleted && row.body !== "";

function messageOf({ id, body, fromMe, createdAt }: MessageRow): Message {
  return { messageId: id, body, fromMe, createdAt, words: searchable(body) };
}
