import { createRxDatabase, type RxCollection, type RxDatabase } from "rxdb";
import type { ContactDocument } from "../../../contracts/desk/contacts.ts";
import type { DraftDocument } from "../../../contracts/desk/drafts.ts";
import type { ThreadDocument } from "../../../contracts/desk/messages.ts";
import type { QuickMessageDocument } from "../../../contracts/desk/quick-messages.ts";
import type { ScheduleDocument } from "../../../contracts/desk/schedules.ts";
import type { TicketDocument } from "../../../contracts/desk/tickets.ts";
import type { AnnouncementDocument } from "../../../contracts/office/announcements.ts";
import type { ChatDocument, ChatThreadDocument } from "../../../contracts/office/chats.ts";
import type { CollectionName } from "../../../contracts/sync.ts";
import type { DeskStorage } from "../desk-types.ts";
import { type DeskOwner, documentsName } from "../names.ts";
import { pulledStorage } from "./pulled-storage.ts";
import {
  announcementSchema,
  chatSchema,
  chatThreadSchema,
  contactSchema,
  draftSchema,
  quickMessageSchema,
  refSchema,
  type StoredRef,
  scheduleSchema,
  threadSchema,
  ticketSchema,
} from "./schemas.ts";

export type StoredDocuments = {
  tickets: TicketDocument;
  threads: ThreadDocument;
  contacts: ContactDocument;
  quickMessages: QuickMessageDocument;
  schedules: ScheduleDocument;
  refs: StoredRef;
  drafts: DraftDocument;
  chats: ChatDocument;
  chatThreads: ChatThreadDocument;
  announcements: AnnouncementDocument;
};
export type DocumentCollections = { [Name in CollectionName]: RxCollection<StoredDocuments[Name]> };
export type DocumentDatabase = RxDatabase<DocumentCollections>;

/** Opens the pulled documents: written by the replication only, read by every tab. */
export async function openDocuments(owner: DeskOwner, storage: DeskStorage): Promise<DocumentDatabase> {
  const database = await createRxDatabase<DocumentCollections>({
    name: documentsName(owner),
    storage: pulledStorage(storage),
    multiInstance: true,
    eventReduce: true,
    closeDuplicates: true,
  });
  await database.addCollections({
    tickets: { schema: ticketSchema },
    threads: { schema: threadSchema },
    contacts: { schema: contactSchema },
    quickMessages: { schema: quickMessageSchema },
    schedules: { schema: scheduleSchema },
    refs: { schema: refSchema },
    drafts: { schema: draftSchema },
    chats: { schema: chatSchema },
    chatThreads: { schema: chatThreadSchema },
    announcements: { schema: announcementSchema },
  });
  return database;
}
