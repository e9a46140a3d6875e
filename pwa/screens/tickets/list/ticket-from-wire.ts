import * as v from "valibot";
import type { TicketView } from "../../../../sync/client/index.ts";
import { channels, LastReaction, searchable, sortKeyOf, ticketStatuses } from "../../../../sync/contracts/tickets.ts";

const Named = v.object({ id: v.string(), name: v.string() });

/** A ticket as the HTTP API returns it, with the fields needed to show a ticket that is not on this device. */
const TicketWire = v.object({
  id: v.string(),
  number: v.optional(v.number(), 0),
  status: v.picklist(ticketStatuses),
  isGroup: v.boolean(),
  chatbot: v.optional(v.boolean(), false),
  channel: v.optional(v.picklist(channels), "whatsapp"),
  unreadMessages: v.optional(v.number(), 0),
  lastMessage: v.optional(v.nullable(v.string()), ""),
  userId: v.optional(v.nullable(v.string()), null),
  queueId: v.nullable(v.string()),
  whatsappId: v.optional(v.nullable(v.string()), null),
  contactId: v.string(),
  contact: v.object({ name: v.string(), number: v.string(), profilePicUrl: v.optional(v.string(), "") }),
  tags: v.optional(v.array(Named), []),
  lastReaction: v.optional(v.nullable(LastReaction), null),
  lastCustomerMessageAt: v.optional(v.nullable(v.string()), null),
  canAnswer: v.optional(v.boolean(), false),
  canReopen: v.optional(v.boolean(), false),
  createdAt: v.string(),
  updatedAt: v.string(),
});

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
        }
      : null,
    lastWords: null,
    lastReaction: ticket.lastReaction,
    notes: [],
    canAnswer: ticket.canAnswer,
    canReopen: ticket.canReopen,
    lastMessageAt: ticket.updatedAt,
    lastCustomerMessageAt: ticket.lastCustomerMessageAt,
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

/** The field that a search adds to a ticket: its newest message that matches. */
export const FoundMessageWire = v.object({
  foundMessage: v.optional(
    v.nullable(v.object({ id: v.string(), body: v.string(), fromMe: v.boolean(), createdAt: v.string() })),
    null,
  ),
});
