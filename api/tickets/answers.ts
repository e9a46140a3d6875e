import * as v from "valibot";
import { channels } from "../../contracts/channels.ts";
import { ticketEventTypes } from "../../contracts/desk/ticket-events.ts";
import { LastReaction, ticketStatuses } from "../../contracts/desk/tickets.ts";
import { FoundMessageWire } from "../../contracts/wire/tickets.ts";
import { AnswerId, AnswerTime, Count, Named, NamedInColor } from "../http/answer-values.ts";

const TicketContact = v.object({
  id: AnswerId,
  name: v.string(),
  number: v.string(),
  email: v.string(),
  profilePicUrl: v.string(),
  disableBot: v.boolean(),
});

export const TicketAnswer = v.object({
  id: AnswerId,
  uuid: v.pipe(AnswerId, v.description("The same as `id`")),
  number: v.pipe(Count, v.description("Counts the company's tickets from 1")),
  status: v.picklist(ticketStatuses),
  isGroup: v.boolean(),
  channel: v.picklist(channels),
  lastMessage: v.pipe(v.string(), v.description("'' without a message, or when the user may not read its text")),
  lastReaction: v.nullable(LastReaction),
  lastCustomerMessageAt: v.nullable(AnswerTime),
  canAnswer: v.boolean(),
  canReopen: v.boolean(),
  unreadMessages: Count,
  chatbot: v.boolean(),
  createdAt: AnswerTime,
  updatedAt: AnswerTime,
  userId: v.nullable(AnswerId),
  user: v.nullable(Named),
  queueId: v.nullable(AnswerId),
  queue: v.nullable(NamedInColor),
  whatsappId: v.nullable(AnswerId),
  whatsapp: v.nullable(Named),
  contactId: AnswerId,
  contact: TicketContact,
  tags: v.array(NamedInColor),
});

/** A ticket read alone: with the additional fields of its contact. */
export const TicketDetailAnswer = v.object({
  ...TicketAnswer.entries,
  contact: v.object({
    ...TicketContact.entries,
    extraInfo: v.array(v.object({ ...Named.entries, value: v.string() })),
  }),
});

const FoundTicket = v.object({ ...TicketAnswer.entries, ...v.partial(FoundMessageWire).entries });

export const TicketPageAnswer = v.object({ tickets: v.array(FoundTicket), hasMore: v.boolean() });
export const BoardAnswer = v.object({ tickets: v.array(TicketAnswer), hasMore: v.boolean() });

/** A ticket that a transfer has removed from the user's view is only named. */
export const ChangedTicketAnswer = v.union([
  TicketDetailAnswer,
  TicketAnswer,
  v.object({ id: AnswerId, uuid: AnswerId, status: v.picklist(ticketStatuses) }),
]);

const Side = v.object({ user: v.nullable(Named), queue: v.nullable(Named) });

export const TimelineAnswer = v.object({
  events: v.array(
    v.object({
      id: AnswerId,
      type: v.picklist(ticketEventTypes),
      user: v.nullable(Named),
      device: v.string(),
      at: AnswerTime,
      from: v.nullable(Side),
      to: v.nullable(Side),
      rating: v.pipe(v.nullable(v.number()), v.description("The contact's rating, from 1 to 3")),
      numbers: v.nullable(v.object({ from: v.string(), to: v.string() })),
      campaign: v.nullable(Named),
    }),
  ),
});
