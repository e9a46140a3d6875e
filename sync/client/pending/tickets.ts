import type { CommandType } from "../../contracts/commands.ts";
import type { ContactDocument } from "../../contracts/contacts.ts";
import { tagsAfter, tagsInLane } from "../../contracts/tags.ts";
import { searchable, sortKeyOf, type TicketDocument, waitAfter } from "../../contracts/tickets.ts";
import type { TicketView } from "../desk-types.ts";
import { isStopped, isUnsent, type OutboxRecord } from "../outbox/entry.ts";
import { writtenContent } from "./media-type.ts";

export type Overlay = {
  /** The acting user's name, for notes. */
  userName: string;
  /** The acting user. */
  userId: string;
  /** Whether the tag is a lane of the kanban board, as far as this device knows. */
  isKanban(tagId: string): boolean;
  contact(id: string): Pick<ContactDocument, "name" | "number" | "isGroup" | "profilePicUrl"> | undefined;
};

/** Applies pending commands to the pulled ticket, in outbox order. */
export function ticketView(
  pulled: TicketDocument | null,
  commands: readonly OutboxRecord[],
  overlay: Overlay,
): TicketView | null {
  let ticket = pulled;
  for (const command of commands) {
    if (command.type === "ticket.delete" && !isStopped(command)) return null;
    if (command.type === "ticket.create" && !ticket) ticket = createdTicket(command, overlay);
    else if (ticket && isStillAhead(command, pulled)) ticket = applyToTicket(ticket, command, overlay);
  }
  if (!ticket) return null;
  // A draft changes no ticket.
  const steps = commands.filter(({ type }) => type !== "draft.save");
  const unsent = steps.filter(isUnsent);
  return {
    ...ticket,
    pending: [...new Set<CommandType>(unsent.map((command) => command.type))],
    failed: steps.filter(isStopped).length,
    queued: unsent.filter((command) => command.type === "message.send").length,
    unsentNotes: unsent.filter(({ type }) => type === "note.add").map(({ id }) => id),
    unsentTags: unsent.flatMap(tagsAddedBy),
  };
}

function tagsAddedBy(command: OutboxRecord): readonly string[] {
  if (command.type === "ticket.lane") return command.payload.laneId ? [command.payload.laneId] : [];
  return command.type === "ticket.tag" ? (command.payload.add ?? []) : [];
}

/** Refused and held commands have no effect; an answered one counts until the pulled document has its revision. */
function isStillAhead(command: OutboxRecord, pulled: { rev: number } | null): boolean {
  if (isStopped(command)) return false;
  return !(command.state === "answered" && pulled && command.rev !== null && pulled.rev >= command.rev);
}

type Acting = Pick<Overlay, "userId" | "userName" | "isKanban">;

export function applyToTicket(ticket: TicketDocument, command: OutboxRecord, acting: Acting): TicketDocument {
  const { userId } = acting;
  const waits = ({ waitingSince, chatbot }: TicketDocument, isPending = false) =>
    waitAfter({ waitingSince, isBot: chatbot }, command.createdAt, isPending);
  switch (command.type) {
    case "ticket.accept":
      return ticket.status === "pending"
        ? { ...ticket, status: "open", userId, chatbot: false, canAnswer: true, waitingSince: waits(ticket) }
        : ticket;
    case "ticket.return":
      return ticket.status === "open"
        ? { ...ticket, status: "pending", userId: null, waitingSince: waits(ticket, true) }
        : ticket;
    case "ticket.close":
      return { ...ticket, status: "closed", unreadMessages: 0, canReopen: true, waitingSince: null };
    case "ticket.reopen":
      return ticket.status === "closed"
        ? { ...ticket, status: "open", userId, canAnswer: true, canReopen: false }
        : ticket;
    case "ticket.read":
      // A colleague's count is the colleague's.
      return ticket.userId === null || ticket.userId === userId ? { ...ticket, unreadMessages: 0 } : ticket;
    case "ticket.transfer": {
      const { queueId, userId: to, note } = command.payload;
      // The server decides who may answer it then; a ticket transferred to an agent is theirs.
      const written = { ...ticket, notes: notesWith(ticket, command, note ?? "", acting) };
      const moved = { ...written, queueId, chatbot: false, waitingSince: waits(ticket, !to) };
      return to
        ? { ...moved, userId: to, status: "open", canAnswer: ticket.canAnswer && to === userId }
        : { ...moved, userId: null, status: "pending" };
    }
    case "ticket.tag":
      return { ...ticket, tagIds: tagsAfter(ticket.tagIds, command.payload, acting.isKanban) };
    case "ticket.lane":
      return { ...ticket, tagIds: tagsInLane(ticket.tagIds, command.payload.laneId, acting.isKanban) };
    case "note.add":
      return withNote(ticket, command, acting);
    case "note.delete":
      return { ...ticket, notes: ticket.notes.filter(({ id }) => id !== command.payload.noteId) };
    case "message.edit": {
      const { messageId, body } = command.payload;
      const { lastMessage } = ticket;
      return lastMessage?.id === messageId ? { ...ticket, lastMessage: { ...lastMessage, body } } : ticket;
    }
    case "message.react":
      return withReaction(ticket, command.payload);
    case "message.send":
      return withReply(ticket, command, userId);
    default:
      return ticket;
  }
}

/** The note to the receiver of a transfer. */
function notesWith(
  { notes, queueId: fromQueueId }: TicketDocument,
  { id, payload, createdAt }: Extract<OutboxRecord, { type: "ticket.transfer" }>,
  text: string,
  { userId, userName }: Acting,
): TicketDocument["notes"] {
  const note = text.trim();
  if (!note || notes.some((known) => known.id === id)) return notes;
  const transfer = { fromQueueId, queueId: payload.queueId, userId: payload.userId ?? null };
  return [...notes, { id, note, userId, userName, createdAt, transfer }];
}

function withNote(
  ticket: TicketDocument,
  { id, payload, createdAt }: Extract<OutboxRecord, { type: "note.add" }>,
  { userId, userName }: Acting,
): TicketDocument {
  if (ticket.notes.some((note) => note.id === id)) return ticket;
  return { ...ticket, notes: [...ticket.notes, { id, note: payload.note.trim(), userId, userName, createdAt }] };
}

/** For a message other than the last one, only the server knows the text. */
function withReaction(
  ticket: TicketDocument,
  { messageId, emoji }: { messageId: string; emoji: string },
): TicketDocument {
  const { lastMessage, lastReaction } = ticket;
  if (!emoji) return lastReaction?.messageId === messageId ? { ...ticket, lastReaction: null } : ticket;
  const known = lastReaction?.messageId === messageId ? lastReaction : lastMessage?.id === messageId && lastMessage;
  if (!known) return ticket;
  const { body, mediaType } = known;
  return { ...ticket, lastReaction: { messageId, emoji, fromMe: true, body, mediaType } };
}

/** A reply moves the ticket to the top and accepts a pending one. */
function withReply(
  ticket: TicketDocument,
  command: Extract<OutboxRecord, { type: "message.send" }>,
  userId: string,
): TicketDocument {
  const accepted =
    ticket.status === "pending" ? { status: "open" as const, userId, chatbot: false, canAnswer: true } : {};
  const waitingSince = null;
  const isShown = ticket.lastMessage?.id === command.id;
  if (isShown || Date.parse(command.createdAt) < Date.parse(ticket.lastMessageAt))
    return { ...ticket, ...accepted, waitingSince };
  const { mediaType, body } = writtenContent(command);
  return {
    ...ticket,
    ...accepted,
    waitingSince,
    lastMessage: {
      id: command.id,
      body: body || command.file?.name || "",
      fromMe: true,
      mediaType,
      ack: 0,
      errorCode: null,
      mediaSeconds: null,
      origin: null,
      isDeleted: false,
    },
    lastWords: null,
    lastReaction: null,
    lastMessageAt: command.createdAt,
    sortKey: sortKeyOf(command.createdAt),
  };
}

function createdTicket(
  command: Extract<OutboxRecord, { type: "ticket.create" }>,
  { userId, contact }: Overlay,
): TicketDocument {
  const { contactId, queueId = null, connectionId = null, status = "open" } = command.payload;
  const { contactName = "", contactNumber = "" } = command.payload;
  const known = contact(contactId) ?? { name: contactName, number: contactNumber, isGroup: false, profilePicUrl: "" };
  return {
    id: command.id,
    rev: 0,
    number: 0,
    status,
    isGroup: known.isGroup,
    chatbot: false,
    unreadMessages: 0,
    userId: status === "open" ? userId : null,
    queueId,
    connectionId,
    contactId,
    contactName: known.name,
    contactNumber: known.number,
    contactPicture: known.profilePicUrl,
    channel: "whatsapp",
    tagIds: [],
    lastMessage: null,
    lastWords: null,
    lastReaction: null,
    notes: [],
    canAnswer: true,
    canReopen: false,
    lastMessageAt: command.createdAt,
    lastCustomerMessageAt: null,
    waitingSince: null,
    sortKey: sortKeyOf(command.createdAt),
    search: searchable(known.name, known.number),
    createdAt: command.createdAt,
    updatedAt: command.createdAt,
  };
}
