import type { ContactDocument } from "../../../contracts/desk/contacts.ts";
import type { MessageRow, ThreadDocument } from "../../../contracts/desk/messages.ts";
import type { TicketDocument } from "../../../contracts/desk/tickets.ts";
import { personWords } from "../../../contracts/phones.ts";
import { searchable, searchWords } from "../../../contracts/search-text.ts";

export type SearchQuestion = {
  text: string;
  /** Only tickets with these tags; empty: all. */
  tagIds?: string[];
  userIds?: string[];
  queueIds?: (string | null)[];
  /** The limit of tickets and of messages each; contacts get at most a fifth of it. */
  limit: number;
};
export type MessageHit = {
  ticketId: string;
  messageId: string;
  body: string;
  fromMe: boolean;
  createdAt: string;
};
/** Tickets and messages by their conversation's last message, newest first; contacts by name. */
export type SearchHits = {
  tickets: TicketDocument[];
  contacts: ContactDocument[];
  messages: MessageHit[];
  /** The conversations of the messages. */
  around: TicketDocument[];
};
export const noHits: SearchHits = { tickets: [], contacts: [], messages: [], around: [] };

type Message = Omit<MessageHit, "ticketId"> & { words: string };
/** `words`: the text of all messages, so that most threads are skipped with one comparison. */
type Thread = { words: string; newestFirst: Message[] };

export type SearchIndex = ReturnType<typeof createSearchIndex>;

const saysAll = (text: string, words: readonly string[]) => words.every((word) => text.includes(word));

/**
 * A device's data in normalised form. Scanning the whole window takes a few milliseconds, so no word index is kept,
 * and parts of words match.
 */
export function createSearchIndex() {
  const tickets = new Map<string, TicketDocument>();
  const contacts = new Map<string, ContactDocument>();
  const threads = new Map<string, Thread>();
  let ordered: { tickets: TicketDocument[]; contacts: ContactDocument[] } | null = null;

  function inOrder() {
    ordered ??= {
      tickets: [...tickets.values()].sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1)),
      contacts: [...contacts.values()].sort((a, b) => (a.search < b.search ? -1 : 1)),
    };
    return ordered;
  }

  return {
    putTicket(ticket: TicketDocument) {
      tickets.set(ticket.id, ticket);
      ordered = null;
    },
    putContact(contact: ContactDocument) {
      contacts.set(contact.id, contact);
      ordered = null;
    },
    putThread({ id, messages }: ThreadDocument) {
      const newestFirst = messages.filter(isReadable).map(messageOf).reverse();
      threads.set(id, { newestFirst, words: newestFirst.map((message) => message.words).join("\n") });
    },
    removeTicket(id: string) {
      tickets.delete(id);
      ordered = null;
    },
    removeContact(id: string) {
      contacts.delete(id);
      ordered = null;
    },
    removeThread: (id: string) => void threads.delete(id),

    search(question: SearchQuestion): SearchHits {
      // The longest word is usually the rarest: tested first, it skips most entries.
      const words = searchWords(question.text).sort((a, b) => b.length - a.length);
      const person = personWords(question.text);
      const number = /^#?(\d{1,9})$/.exec(question.text.trim())?.[1];
      const hits: SearchHits = { tickets: [], contacts: [], messages: [], around: [] };
      for (const ticket of inOrder().tickets) {
        if (!passes(ticket, question)) continue;
        const isMeant = saysAll(ticket.search, person) || String(ticket.number) === number;
        if (isMeant && hits.tickets.length < question.limit) hits.tickets.push(ticket);
        const thread = words.length > 0 ? threads.get(ticket.id) : undefined;
        if (thread && saysAll(thread.words, words)) {
          const found = collect(thread, words, question.limit - hits.messages.length);
          if (found.length > 0) hits.around.push(ticket);
          hits.messages.push(...found.map((message) => ({ ticketId: ticket.id, ...message })));
        }
        if (hits.tickets.length === question.limit && hits.messages.length === question.limit) break;
      }
      if (words.length === 0) return hits;
      for (const contact of inOrder().contacts) {
        if (hits.contacts.length >= question.limit / 5) break;
        if (saysAll(contact.search, person)) hits.contacts.push(contact);
      }
      return hits;
    },
  };
}

function collect(thread: Thread, words: readonly string[], limit: number): Omit<MessageHit, "ticketId">[] {
  const found: Omit<MessageHit, "ticketId">[] = [];
  for (const { words: text, ...message } of thread.newestFirst) {
    if (found.length >= limit) break;
    if (saysAll(text, words)) found.push(message);
  }
  return found;
}

function passes(ticket: TicketDocument, { tagIds, userIds, queueIds }: SearchQuestion): boolean {
  return (
    (!queueIds || queueIds.includes(ticket.queueId)) &&
    (!userIds?.length || (ticket.userId !== null && userIds.includes(ticket.userId))) &&
    (!tagIds?.length || ticket.tagIds.some((id) => tagIds.includes(id)))
  );
}

/** Deleted messages and those of queues the user may not see are not searched. */
const isReadable = (row: MessageRow) => !row.hidden && !row.isDeleted && row.body !== "";

function messageOf({ id, body, fromMe, createdAt }: MessageRow): Message {
  return { messageId: id, body, fromMe, createdAt, words: searchable(body) };
}
