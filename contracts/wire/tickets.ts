import * as v from "valibot";
import { channels } from "../channels.ts";
import { LastReaction, ticketStatuses } from "../desk/tickets.ts";

/** A ticket, as the HTTP interface answers it. */
export const TicketWire = v.object({
  id: v.string(),
  number: v.optional(v.number(), 0),
  status: v.picklist(ticketStatuses),
  isGroup: v.boolean(),
  chatbot: v.optional(v.boolean(), false),
  channel: v.optional(v.picklist(channels), "whatsapp"),
  unreadMessages: v.optional(v.number(), 0),
  /** '' without a message, or when the user may not read its text. */
  lastMessage: v.optional(v.nullable(v.string()), ""),
  userId: v.optional(v.nullable(v.string()), null),
  queueId: v.nullable(v.string()),
  whatsappId: v.optional(v.nullable(v.string()), null),
  contactId: v.string(),
  contact: v.object({ name: v.string(), number: v.string(), profilePicUrl: v.optional(v.string(), "") }),
  tags: v.optional(v.array(v.object({ id: v.string(), name: v.string() })), []),
  lastReaction: v.optional(v.nullable(LastReaction), null),
  lastCustomerMessageAt: v.optional(v.nullable(v.string()), null),
  canAnswer: v.optional(v.boolean(), false),
  canReopen: v.optional(v.boolean(), false),
  createdAt: v.string(),
  updatedAt: v.string(),
});
export type TicketWire = v.InferOutput<typeof TicketWire>;

/** The field that a search adds to a ticket: its newest message that matches. */
export const FoundMessageWire = v.object({
  foundMessage: v.optional(
    v.nullable(v.object({ id: v.string(), body: v.string(), fromMe: v.boolean(), createdAt: v.string() })),
    null,
  ),
});
