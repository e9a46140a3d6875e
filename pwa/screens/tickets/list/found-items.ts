import type { ContactDocument } from "../../../../contracts/desk/contacts.ts";
import type { MessageHit, SearchView, TicketView } from "../../../../sync/client/index.ts";

export type ServerHit = { ticket: TicketView; message: MessageHit | null };
export type FoundItem =
  | { kind: "heading"; key: string; group: "tickets" | "messages" | "contacts" | "server"; count: number }
  | { kind: "ticket"; key: string; ticket: TicketView }
  | { kind: "message"; key: string; ticket: TicketView; message: MessageHit }
  | { kind: "contact"; key: string; contact: ContactDocument };

/**
 * Returns the search results as list rows in groups with headings: this device's tickets, messages and contacts, then
 * results only from the server.
 */
export function foundItems(here: SearchView, onServer: readonly ServerHit[]): FoundItem[] {
  const server = onlyOnServer(here, onServer);
  return [
    ...group(
      "tickets",
      here.tickets.map((ticket) => ({ kind: "ticket" as const, key: ticket.id, ticket })),
    ),
    ...group("messages", here.messages.map(messageItem)),
    ...group(
      "contacts",
      // A group's conversation is found as a ticket; a ticket cannot be started with the group contact itself.
      here.contacts
        .filter(({ isGroup }) => !isGroup)
        .map((contact) => ({ kind: "contact" as const, key: `contact ${contact.id}`, contact })),
    ),
    ...group(
      "server",
      server.map(({ ticket, message }) =>
        message ? messageItem({ ...message, ticket }) : { kind: "ticket" as const, key: ticket.id, ticket },
      ),
    ),
  ];
}

/** Returns the server's hits that are not on this device: messages compared by message id, tickets by ticket id. */
export function onlyOnServer(here: SearchView, onServer: readonly ServerHit[]): ServerHit[] {
  const tickets = new Set(here.tickets.map((ticket) => ticket.id));
  const messages = new Set(here.messages.map((message) => message.messageId));
  return onServer.filter(({ ticket, message }) =>
    message ? !messages.has(message.messageId) : !tickets.has(ticket.id),
  );
}

const messageItem = ({ ticket, ...message }: MessageHit & { ticket: TicketView }): FoundItem => ({
  kind: "message",
  key: `message ${message.messageId}`,
  ticket,
  message,
});

const group = (name: Extract<FoundItem, { kind: "heading" }>["group"], items: FoundItem[]): FoundItem[] =>
  items.length === 0 ? [] : [{ kind: "heading", key: `heading ${name}`, group: name, count: items.length }, ...items];
