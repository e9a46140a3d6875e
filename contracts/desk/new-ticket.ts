import { searchable } from "../search-text.ts";
import { sortKeyOf, type TicketDocument } from "./tickets.ts";

type KnownOfTicket = Pick<TicketDocument, "id" | "contactId" | "contactName" | "contactNumber">;

/** Returns the document of a ticket that was created at `at`, and of which only this is known. */
export const newTicketDocument = (known: KnownOfTicket, at: string): TicketDocument => ({
  rev: 0,
  number: 0,
  status: "open",
  isGroup: false,
  chatbot: false,
  unreadMessages: 0,
  userId: null,
  queueId: null,
  connectionId: null,
  contactPicture: "",
  channel: "whatsapp",
  tagIds: [],
  lastMessage: null,
  lastWords: null,
  lastReaction: null,
  notes: [],
  canAnswer: true,
  canReopen: false,
  lastMessageAt: at,
  lastCustomerMessageAt: null,
  waitingSince: null,
  sortKey: sortKeyOf(at),
  search: searchable(known.contactName, known.contactNumber),
  createdAt: at,
  updatedAt: at,
  ...known,
});
