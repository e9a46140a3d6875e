import { uuidv7 } from "uuidv7";
import type { SessionUser } from "../../../contracts/account/session.ts";
import type { ContactDocument } from "../../../contracts/desk/contacts.ts";
import type { MessageRow } from "../../../contracts/desk/messages.ts";
import { newTicketDocument } from "../../../contracts/desk/new-ticket.ts";
import type { TicketDocument } from "../../../contracts/desk/tickets.ts";
import type { ChatDocument, ChatMessageRow } from "../../../contracts/office/chats.ts";
import { searchable } from "../../../contracts/search-text.ts";
import type { OutboxRecord } from "../outbox/entry.ts";
import { laneOf, ticketOf } from "../outbox/entry.ts";
import type { ScheduleView } from "../pending/schedules.ts";

let count = 0;
/** Increases with each call, so that later fixtures are newer. */
const nextInstant = () => new Date(Date.UTC(2026, 4, 1) + ++count * 1_000).toISOString();

export function givenUser(change: Partial<SessionUser> = {}): SessionUser {
  return {
    id: uuidv7(),
    name: "Ana",
    email: "ana@demo.example",
    profile: "user",
    super: false,
    companyId: uuidv7(),
    whatsappId: null,
    allTicket: "enable",
    allUserChat: "disabled",
    allHistoric: "disabled",
    queues: [],
    company: { id: uuidv7(), name: "Olaria", dueDate: "2030-01-01", settings: [] },
    ...change,
  };
}

export function givenTicket(change: Partial<TicketDocument> = {}): TicketDocument {
  const at = change.lastMessageAt ?? nextInstant();
  const contactName = change.contactName ?? `Contato ${count}`;
  const known = { id: uuidv7(), contactId: uuidv7(), contactName, contactNumber: "5511999990000" };
  return { ...newTicketDocument(known, at), rev: 1, number: count, ...change };
}

export function givenContact(change: Partial<ContactDocument> = {}): ContactDocument {
  const name = change.name ?? `Contato ${++count}`;
  return {
    id: uuidv7(),
    rev: 1,
    name,
    number: "5511999990000",
    email: "",
    isGroup: false,
    active: true,
    disableBot: false,
    profilePicUrl: "",
    extraInfo: [],
    search: searchable(name, "5511999990000"),
    createdAt: nextInstant(),
    updatedAt: nextInstant(),
    ...change,
  };
}

export function givenMessage(change: Partial<MessageRow> = {}): MessageRow {
  const at = change.createdAt ?? nextInstant();
  return {
    id: uuidv7(),
    ticketId: uuidv7(),
    queueId: null,
    fromMe: false,
    userId: null,
    origin: null,
    author: null,
    body: `mensagem ${count}`,
    mediaType: "chat",
    media: null,
    quoted: null,
    ack: 0,
    errorCode: null,
    life: { server: null, accepted: null, delivered: null, read: null, played: null },
    reactions: [],
    isDeleted: false,
    editedAt: null,
    isLate: false,
    hidden: false,
    createdAt: at,
    receivedAt: at,
    seq: count,
    ...change,
  };
}

export function givenChat(change: Partial<ChatDocument> = {}): ChatDocument {
  const at = change.createdAt ?? nextInstant();
  return {
    id: uuidv7(),
    rev: 1,
    title: `Conversa ${count}`,
    ownerId: "ana",
    members: [
      { userId: "ana", name: "Ana" },
      { userId: "bia", name: "Bia" },
    ],
    lastMessage: null,
    lastSeq: 0,
    readSeq: 0,
    unread: 0,
    createdAt: at,
    updatedAt: at,
    ...change,
  };
}

export function givenChatMessage(change: Partial<ChatMessageRow> = {}): ChatMessageRow {
  return {
    id: uuidv7(),
    chatId: uuidv7(),
    userId: "bia",
    userName: "Bia",
    body: `recado ${count}`,
    mediaType: "chat",
    media: null,
    quoted: null,
    createdAt: nextInstant(),
    seq: count,
    ...change,
  };
}

export function givenCommand<T extends OutboxRecord["type"]>(
  type: T,
  payload: Extract<OutboxRecord, { type: T }>["payload"],
  change: Partial<Omit<OutboxRecord, "type" | "payload">> = {},
): OutboxRecord {
  const command = { id: change.id ?? uuidv7(), type, payload };
  return {
    ...command,
    order: ++count,
    lane: laneOf(command),
    ticketId: ticketOf(command),
    createdAt: nextInstant(),
    state: "waiting",
    tries: 0,
    error: null,
    rev: null,
    file: null,
    uploaded: true,
    ...change,
  } as OutboxRecord;
}

/** A schedule as the calendar shows it, editable by this user. */
export const givenSchedule = (schedule: Partial<ScheduleView> = {}): ScheduleView => ({
  id: "a",
  rev: 4,
  body: "Chega segunda",
  contactId: "helena",
  contactName: "Helena",
  contactNumber: "5531988887777",
  userId: "ana",
  sendAt: "2026-07-02T18:30:00.000Z",
  sendAtLocal: "2026-07-02T15:30",
  sentAt: null,
  status: "pending",
  reason: null,
  fileId: null,
  fileName: null,
  isMarketing: false,
  isWaiting: false,
  canChange: true,
  ...schedule,
});
