import * as v from "valibot";
import { type NewTicket, TicketChange, ticketFields, ticketStatuses } from "../../contracts/desk/tickets.ts";
import { Id } from "../../contracts/id.ts";
import { pick } from "../../contracts/pick.ts";
import type { TicketWire } from "../../contracts/wire/tickets.ts";
import type { TicketFilter, TicketView } from "../../domain/desk/tickets/index.ts";
import { mediaKindTexts } from "../../domain/ground/texts/index.ts";
import { Flag, IdOrNothing, JsonIds, optionalText, PageNumber } from "../http/query.ts";

export const TicketQueryWire = v.pipe(
  v.object({
    searchParam: optionalText,
    pageNumber: PageNumber,
    status: v.optional(v.picklist(ticketStatuses)),
    showAll: Flag,
    tags: JsonIds,
    users: JsonIds,
    queueIds: JsonIds,
    date: optionalText,
    updatedAt: optionalText,
    withUnreadMessages: Flag,
    isGroup: v.optional(v.picklist(["true", "false"])),
    withFound: Flag,
  }),
  v.transform((query): TicketFilter & { withFound: boolean } => ({
    withFound: query.withFound,
    status: query.status,
    showAll: query.showAll,
    search: query.searchParam,
    page: query.pageNumber,
    queueIds: query.queueIds,
    tagIds: query.tags,
    userIds: query.users,
    date: query.date,
    updatedAt: query.updatedAt,
    withUnread: query.withUnreadMessages,
    isGroup: query.isGroup && query.isGroup === "true",
  })),
);

/** Clients also send `status: 'open'` and a user id; the acting user comes from the session. */
export const NewTicketWire = v.pipe(
  v.object({
    id: v.optional(Id),
    contactId: Id,
    status: v.optional(v.picklist(["open", "pending"]), "open"),
    queueId: IdOrNothing,
    whatsappId: IdOrNothing,
  }),
  v.transform(
    ({ whatsappId, queueId, ...ticket }): NewTicket => ({
      ...ticket,
      queueId: queueId ?? null,
      connectionId: whatsappId ?? null,
    }),
  ),
);

export const TicketChangeWire = v.pipe(
  v.object({
    status: v.optional(v.picklist(ticketStatuses)),
    userId: IdOrNothing,
    queueId: IdOrNothing,
    note: v.pipe(
      v.optional(v.nullable(v.string())),
      v.description("For a transfer: a note to the receiver, which only the team sees; at most 10,000 characters."),
    ),
  }),
  TicketChange,
);

const kindWords: Record<string, string> = mediaKindTexts;

/** Returns '' when there is no message, or when the user may not read its text. */
function lastMessageText({ lastMessage, lastMediaName }: TicketView): string {
  if (!lastMessage || lastMessage.body || lastMessage.mediaType === "chat") return lastMessage?.body ?? "";
  return lastMediaName || (kindWords[lastMessage.mediaType] ?? mediaKindTexts.unsupported);
}

export function ticketToWire(view: TicketView) {
  const { contact, connection } = view;
  return {
    ...pick(view, ticketFields),
    uuid: view.id,
    channel: view.channel,
    lastMessage: lastMessageText(view),
    lastReaction: view.lastReaction,
    lastCustomerMessageAt: view.lastCustomerMessageAt,
    canAnswer: view.canAnswer,
    canReopen: view.canReopen,
    chatbot: view.chatbot,
    createdAt: view.createdAt,
    updatedAt: view.updatedAt,
    user: view.user,
    queue: view.queue,
    whatsappId: view.connectionId,
    whatsapp: connection,
    contact,
    tags: view.tags,
  } satisfies TicketWire & Record<string, unknown>;
}
