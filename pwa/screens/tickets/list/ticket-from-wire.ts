import * as v from "valibot";
import { sortKeyOf } from "../../../../contracts/desk/tickets.ts";
import { searchable } from "../../../../contracts/search-text.ts";
import { TicketWire } from "../../../../contracts/wire/tickets.ts";
import type { TicketView } from "../../../../sync/client/index.ts";

/** Converts a ticket of the HTTP API to a row of the local list. Throws when the value is not a ticket. */
export function ticketFromWire(wire: unknown): TicketView {
  const ticket = v.parse(TicketWire, wire);
  return {
    id: ticket.id,
    rev: 0,
    number: ticket.number,
    status: ticket.status,
    isGroup: ticket.isGroup,
    chatbot: ticket.chatbot,
    unreadMessages: ticket.unreadMessages,
    userId: ticket.userId,
    queueId: ticket.queueId,
    connectionId: ticket.whatsappId,
    contactId: ticket.contactId,
    contactName: ticket.contact.name,
    contactNumber: ticket.contact.number,
    contactPicture: ticket.contact.profilePicUrl,
    channel: ticket.channel,
    tagIds: ticket.tags.map((tag) => tag.id),
    lastMessage: ticket.lastMessage
      ? {
          id: ticket.id,
          body: ticket.lastMessage,
          fromMe: false,
          mediaType: "chat",
          ack: 0,
          errorCode: null,
          mediaSeconds: null,
          origin: null,
          isDeleted: false,
        }
      : null,
    lastWords: null,
    lastReaction: ticket.lastReaction,
    notes: [],
    canAnswer: ticket.canAnswer,
    canReopen: ticket.canReopen,
    lastMessageAt: ticket.updatedAt,
    lastCustomerMessageAt: ticket.lastCustomerMessageAt,
    // Not in REST: a list from the server shows the message's time.
    waitingSince: null,
    sortKey: sortKeyOf(ticket.updatedAt),
    search: searchable(ticket.contact.name, ticket.contact.number),
    createdAt: ticket.createdAt,
    updatedAt: ticket.updatedAt,
    pending: [],
    failed: 0,
    queued: 0,
    unsentNotes: [],
    unsentTags: [],
  };
}

export const TicketPageWire = v.object({ tickets: v.array(v.unknown()), hasMore: v.boolean() });
