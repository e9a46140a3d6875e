import * as v from "valibot";
import { newTicketDocument } from "../../../../contracts/desk/new-ticket.ts";
import { ticketFields } from "../../../../contracts/desk/tickets.ts";
import { pick } from "../../../../contracts/pick.ts";
import { TicketWire } from "../../../../contracts/wire/tickets.ts";
import type { TicketView } from "../../../../sync/client/index.ts";

/** Converts a ticket of the HTTP API to a row of the local list. Throws when the value is not a ticket. */
export function ticketFromWire(wire: unknown): TicketView {
  const ticket = v.parse(TicketWire, wire);
  const { contact } = ticket;
  const known = {
    id: ticket.id,
    contactId: ticket.contactId,
    contactName: contact.name,
    contactNumber: contact.number,
  };
  const lastMessage = ticket.lastMessage ? { ...unknownMessage, id: ticket.id, body: ticket.lastMessage } : null;
  return {
    // Without `waitingSince`, which is not in REST: a list from the server shows the message's time.
    ...newTicketDocument(known, ticket.updatedAt),
    ...pick(ticket, ticketFields),
    ...pick(ticket, [
      "chatbot",
      "channel",
      "lastReaction",
      "lastCustomerMessageAt",
      "canAnswer",
      "canReopen",
      "createdAt",
    ]),
    ...{ connectionId: ticket.whatsappId, contactPicture: contact.profilePicUrl, lastMessage },
    tagIds: ticket.tags.map((tag) => tag.id),
    ...{ pending: [], failed: 0, queued: 0, unsentNotes: [], unsentTags: [] },
  };
}

/** REST has only the text of the last message. */
const unknownMessage = {
  fromMe: false,
  mediaType: "chat",
  ack: 0,
  errorCode: null,
  mediaSeconds: null,
  origin: null,
  isDeleted: false,
} satisfies Omit<NonNullable<TicketView["lastMessage"]>, "id" | "body">;

export const TicketPageWire = v.object({ tickets: v.array(v.unknown()), hasMore: v.boolean() });
