import type { RxJsonSchema } from "rxdb";
import type { ContactDocument } from "../../../contracts/desk/contacts.ts";
import type { DraftDocument } from "../../../contracts/desk/drafts.ts";
import type { ThreadDocument } from "../../../contracts/desk/messages.ts";
import type { QuickMessageDocument } from "../../../contracts/desk/quick-messages.ts";
import type { RefDocument } from "../../../contracts/desk/refs.ts";
import type { ScheduleDocument } from "../../../contracts/desk/schedules.ts";
import type { TicketDocument } from "../../../contracts/desk/tickets.ts";
import type { AnnouncementDocument } from "../../../contracts/office/announcements.ts";
import type { ChatDocument, ChatThreadDocument } from "../../../contracts/office/chats.ts";

const string = { type: "string" } as const;
const number = { type: "number" } as const;
const boolean = { type: "boolean" } as const;
const nullableId = { type: ["string", "null"] } as const;
const array = { type: "array" } as const;
/** An indexed string needs a maximum length. */
const indexed = (maxLength: number) => ({ type: "string", maxLength }) as const;
const id = indexed(100);

/**
 * Documents come from the server and are not validated; a schema only declares indexes. The version stays 0: a cache
 * is never migrated, because its database name carries the version.
 */
export const ticketSchema: RxJsonSchema<TicketDocument> = {
  version: 0,
  primaryKey: "id",
  type: "object",
  properties: {
    id,
    rev: number,
    number,
    status: indexed(10),
    isGroup: boolean,
    chatbot: boolean,
    unreadMessages: number,
    userId: nullableId,
    queueId: nullableId,
    connectionId: nullableId,
    contactId: string,
    contactName: string,
    contactNumber: string,
    contactPicture: string,
    channel: string,
    tagIds: array,
    lastMessage: { type: ["object", "null"] },
    lastWords: { type: ["object", "null"] },
    lastReaction: { type: ["object", "null"] },
    notes: array,
    canAnswer: boolean,
    canReopen: boolean,
    lastMessageAt: string,
    lastCustomerMessageAt: nullableId,
    waitingSince: nullableId,
    sortKey: indexed(13),
    search: string,
    createdAt: string,
    updatedAt: string,
  },
  required: ["status", "isGroup", "sortKey"],
  indexes: [
    ["status", "sortKey"],
    ["status", "isGroup", "sortKey"],
  ],
};

export const threadSchema: RxJsonSchema<ThreadDocument> = {
  version: 0,
  primaryKey: "id",
  type: "object",
  properties: { id, rev: number, hasOlder: boolean, messages: array },
};

export const contactSchema: RxJsonSchema<ContactDocument> = {
  version: 0,
  primaryKey: "id",
  type: "object",
  properties: {
    id,
    rev: number,
    name: string,
    number: string,
    email: string,
    isGroup: boolean,
    active: boolean,
    disableBot: boolean,
    profilePicUrl: string,
    extraInfo: array,
    optedOutAt: nullableId,
    hasNoWhatsapp: boolean,
    search: indexed(200),
    createdAt: string,
    updatedAt: string,
  },
  required: ["search"],
  indexes: ["search"],
};

export const quickMessageSchema: RxJsonSchema<QuickMessageDocument> = {
  version: 0,
  primaryKey: "id",
  type: "object",
  properties: {
    id,
    rev: number,
    shortcode: indexed(100),
    message: string,
    isGeneral: boolean,
    userId: nullableId,
    fileId: nullableId,
    fileName: nullableId,
  },
  required: ["shortcode"],
  indexes: ["shortcode"],
};

export const scheduleSchema: RxJsonSchema<ScheduleDocument> = {
  version: 0,
  primaryKey: "id",
  type: "object",
  properties: {
    id,
    rev: number,
    body: string,
    contactId: string,
    contactName: string,
    contactNumber: string,
    userId: string,
    sendAt: indexed(30),
    sentAt: nullableId,
    status: string,
    reason: nullableId,
    fileId: nullableId,
    fileName: nullableId,
    isMarketing: boolean,
  },
  required: ["sendAt"],
  indexes: ["sendAt"],
};

/** Only the fields common to all kinds are declared; the others are stored as they come. */
export type StoredRef = { id: string; rev: number; name: string; kind: RefDocument["kind"] };
export const refSchema: RxJsonSchema<StoredRef> = {
  version: 0,
  primaryKey: "id",
  type: "object",
  properties: { id, rev: number, name: indexed(100), kind: indexed(20) },
  required: ["kind", "name"],
  indexes: [["kind", "name"]],
};

/** `sent` is stored without being named: a change of the schema would let every device pull everything again. */
export const draftSchema: RxJsonSchema<DraftDocument> = {
  version: 0,
  primaryKey: "id",
  type: "object",
  properties: {
    id,
    rev: number,
    text: string,
    writerId: string,
    updatedAt: string,
  } as RxJsonSchema<DraftDocument>["properties"],
};

export const chatSchema: RxJsonSchema<ChatDocument> = {
  version: 0,
  primaryKey: "id",
  type: "object",
  properties: {
    id,
    rev: number,
    title: string,
    ownerId: string,
    members: array,
    lastMessage: { type: ["object", "null"] },
    lastSeq: number,
    readSeq: number,
    unread: number,
    createdAt: string,
    updatedAt: indexed(30),
  },
  required: ["updatedAt"],
  indexes: ["updatedAt"],
};

export const chatThreadSchema: RxJsonSchema<ChatThreadDocument> = {
  version: 0,
  primaryKey: "id",
  type: "object",
  properties: { id, rev: number, hasOlder: boolean, messages: array },
};

/** At most 200: they are sorted where they are shown. */
export const announcementSchema: RxJsonSchema<AnnouncementDocument> = {
  version: 0,
  primaryKey: "id",
  type: "object",
  properties: {
    id,
    rev: number,
    title: string,
    text: string,
    priority: number,
    picture: { type: ["object", "null"] },
    edition: number,
    createdAt: string,
    readAt: nullableId,
  },
};
