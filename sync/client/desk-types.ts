import type { RxStorage } from "rxdb";
import type { Observable } from "rxjs";
import type { SessionUser } from "../../contracts/account/session.ts";
import type { CommandPayload, CommandType } from "../../contracts/commands/index.ts";
import type { ContactDocument } from "../../contracts/desk/contacts.ts";
import type { MessageRow } from "../../contracts/desk/messages.ts";
import type { RefDocument, RefKind } from "../../contracts/desk/refs.ts";
import type { ScheduleDocument } from "../../contracts/desk/schedules.ts";
import type { TicketDocument, TicketStatus } from "../../contracts/desk/tickets.ts";
import type { ChatDocument, ChatMessageRow } from "../../contracts/office/chats.ts";
import type { StreamEvent } from "../../contracts/sync.ts";
import type { Clock } from "./clock.ts";
import type { LastValue } from "./last-values.ts";
import type { createAnswers } from "./local/answers.ts";
import type { MovedTicket } from "./local/databases.ts";
import type { DraftWriting } from "./local/draft.ts";
import type { LeftEntry } from "./local/left.ts";
import type { DraftState } from "./local/sent-drafts.ts";
import type { DeviceSpace, StorageMeter } from "./local/space.ts";
import type { BegunDraft, SentDraft, Unsent } from "./local/unsent.ts";
import type { OutboxEntry } from "./outbox/entry.ts";
import type { AnnouncementView } from "./pending/announcements.ts";
import type { DraftView } from "./pending/drafts.ts";
import type { QuickMessageView } from "./pending/quick-messages.ts";
import type { ScheduleView } from "./pending/schedules.ts";
import type { MessageHit, SearchQuestion } from "./search/search-index.ts";
import type { SearchDocuments } from "./search/searching-storage.ts";
import type { SyncStatus } from "./status.ts";

export type { Observable } from "rxjs";
export type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>;
export type ChangesEvent = Extract<StreamEvent, { type: "changes" }>;
export type OpenStream = (onEvent: (event: StreamEvent) => void, onState: (up: boolean) => void) => () => void;
export type DeskStorage = RxStorage<object, object>;
/** `toDisk` returns whether the device stores again. */
export type PulledMemory = { toMemory(): void; toDisk(): Promise<boolean> };
export type PulledStorage = PulledMemory & { storage: DeskStorage; search: SearchDocuments };

export type DeskOptions = {
  user: SessionUser;
  /** They open the work that was sealed when the user's last session ended; none: nothing can be opened. */
  unsentKeys?: readonly string[];
  /** Throws with `status` and `code` on a refusal, without `status` when there was no response. */
  apiFetch: ApiFetch;
  openStream?: OpenStream;
  /** Default: Dexie in a Web Worker. A function gets what it calls when it begins to work in memory. */
  storage?: DeskStorage | ((onMemory: () => void) => PulledStorage);
  clock?: Clock;
  /** Called for each command that was not added with `NotStoredError`. */
  onNotStored?(): void;
  /** A response without data for so long is aborted; the default is in `fetch-idle-timeout.ts`. */
  idleMs?: number;
  /** Where the browser says how much is stored; null: it does not. */
  meter?: StorageMeter | null;
  /** Documents per request. */
  pageLimit?: number;
  /** The tab that holds the lock of this name replicates and sends; null: this instance always does. */
  locks?: LockManager | null;
};

export type TicketFilter = {
  status: TicketStatus;
  isGroup?: boolean;
  /** Null stands for tickets without a queue. */
  queueIds?: (string | null)[];
  /** Off: of the open tickets only the user's own. */
  showAll: boolean;
  search?: string;
  tagIds?: string[];
  userIds?: string[];
  /** True: only tickets whose contact is still in the bot's menu; false: only the others. */
  withBot?: boolean;
  /** Default: newest message first. */
  order?: "newestFirst" | "oldestFirst";
  limit?: number;
};

/**
 * `pending`: commands without an answer; `queued`: own messages not sent yet; `failed`: refused or held, waiting for
 * the user. `unsentNotes`, `unsentTags`: ids of those added on this device that the server does not have.
 */
export type TicketView = TicketDocument & {
  pending: CommandType[];
  failed: number;
  queued: number;
  unsentNotes: readonly string[];
  unsentTags: readonly string[];
};
export type LocalState = "queued" | "sending" | "refused" | "held";
export type MessageView = MessageRow & {
  local: LocalState | null;
  commandId: string | null;
  localFileId?: string | null;
};
/**
 * `endsHere`: older messages are not on this device, and there is no network to fetch them. `isKnown`: the device has the
 * thread, so that no messages means that there are none.
 */
export type ThreadView = { messages: MessageView[]; hasOlder: boolean; endsHere: boolean; isKnown: boolean };
/** Rows of each list. Tickets whose contact is still in the bot's menu count in `inRobot` only. */
export type TicketCounts = {
  open: number;
  pending: number;
  withBot: number;
  groupsOpen: number;
  groupsPending: number;
  groupsUnread: number;
};
/** `tookMs`: how long the device's own answer took. */
export type SearchView = {
  tickets: TicketView[];
  contacts: ContactDocument[];
  messages: (MessageHit & { ticket: TicketView })[];
  tookMs: number;
};
/**
 * A chat with the pending commands of this device applied. `pending`, `failed`, `queued` as in `TicketView`;
 * `isWaiting`: it was created or changed on this device and the server does not have that.
 */
export type ChatView = ChatDocument & { pending: CommandType[]; queued: number; failed: number; isWaiting: boolean };
/** `seq` 0: the server has not numbered it yet. `errorCode`: why it was refused. */
export type ChatMessageView = ChatMessageRow & {
  local: LocalState | null;
  commandId: string | null;
  errorCode: string | null;
  localFileId?: string | null;
};
/** Oldest first; own messages without an answer at the end, in the order written. `endsHere` as in `ThreadView`. */
export type ChatThreadView = { messages: ChatMessageView[]; hasOlder: boolean; endsHere: boolean; isKnown: boolean };
export type ChatMessageHit = { messageId: string; userName: string; body: string; createdAt: string; chat: ChatView };
/** Newest first. */
export type ChatSearchView = { chats: ChatView[]; messages: ChatMessageHit[] };
/** `draft`: the draft that this command sends; it is deleted together with the storing of the command. */
export type SendOptions = { id?: string; file?: { blob: Blob; name: string }; draft?: SentDraft };

export type LocalDraft = {
  get(): Promise<string>;
  /** Emits with each change by any tab. */
  state$(): Observable<DraftState>;
  set(text: string, writing?: DraftWriting): Promise<void>;
  /** As `set`, while the page is being closed: what it does not finish is stored when the desk is opened again. */
  setAtHide(text: string, writing?: DraftWriting): Promise<void>;
};

interface ChatDesk {
  /** The chats of the user, newest activity first. */
  chats$(): Observable<ChatView[]>;
  /** Null: not on this device, or deleted, or the user is no member any more. */
  chat$(id: string): Observable<ChatView | null>;
  chatThread$(chatId: string): Observable<ChatThreadView>;
  loadOlderChat(chatId: string): Promise<{ hasOlder: boolean; reason?: "offline" }>;
  /**
   * Searches titles, names of members and messages on this device, ignoring accents; an empty text finds nothing.
   * `limit`: of chats and of messages each.
   */
  searchChats$(text: string, limit?: number): Observable<ChatSearchView>;
  /** The draft in a chat, on this device only. Setting does nothing when the chat is not on this device. */
  chatDraft(chatId: string): LocalDraft;
  /** The drafts by chat. */
  chatDrafts$(): Observable<ReadonlyMap<string, string>>;
}

export interface DeviceDesk extends ChatDesk {
  status: { get(): SyncStatus; subscribe(listener: () => void): () => void };
  tickets$(filter: TicketFilter): Observable<TicketView[]>;
  /** Without `showAll`: the default of the user's profile. */
  counts$(filter?: Pick<TicketFilter, "queueIds"> & { showAll?: boolean }): Observable<TicketCounts>;
  ticket$(id: string): Observable<TicketView | null>;
  thread$(ticketId: string): Observable<ThreadView>;
  loadOlder(ticketId: string): Promise<{ hasOlder: boolean; reason?: "offline" }>;
  /**
   * Reads a page of messages before the known ones (oldest first) from the server. It is neither stored nor shown.
   * `complete`: there are none before these. Null: there is no network. Rejects when the server refuses.
   */
  readOlder(
    ticketId: string,
    known: readonly MessageRow[],
  ): Promise<{ messages: MessageRow[]; complete: boolean } | null>;
  /**
   * Searches names, numbers and messages on this device, ignoring accents; without text, everything that the filters
   * accept.
   */
  search$(question: SearchQuestion): Observable<SearchView>;
  searchContacts$(text: string, limit?: number): Observable<ContactDocument[]>;
  contact$(id: string): Observable<ContactDocument | null>;
  /** The contacts' tickets on this device, as the server sent them. */
  ticketsOf$(contactIds: readonly string[]): Observable<TicketDocument[]>;
  /** With the pending changes of this device applied. */
  quickMessages$(): Observable<QuickMessageView[]>;
  /** The same; `beyond` are schedules that only the server has, so that pending changes to them show too. */
  schedules$(beyond?: readonly ScheduleDocument[]): Observable<ScheduleView[]>;
  /** The newest active announcements of the platform, newest first; readings on this device are applied. */
  announcements$(): Observable<AnnouncementView[]>;
  refs$<K extends RefKind>(kind: K): Observable<Extract<RefDocument, { kind: K }>[]>;
  /**
   * Writes a command to the outbox, where it stays until the server has answered; returns its id. Rejects with
   * `NotStoredError` when the device does not store it and there is no network.
   */
  send<T extends CommandType>(type: T, payload: CommandPayload<T>, options?: SendOptions): Promise<string>;
  outbox$(): Observable<OutboxEntry[]>;
  /** Commands of this device that the server applied in the last 24 hours, newest first. */
  left$(): Observable<LeftEntry[]>;
  /**
   * Sends a refused command again under a new id, because the server repeats its answer to a known id. Returns the
   * new id.
   */
  retry(commandId: string): Promise<string>;
  /** Returns false when the command is gone, or may have reached the server and is kept. */
  discard(commandId: string): Promise<boolean>;
  /** Changes a command that was not sent yet; returns false as `discard` does. */
  edit(commandId: string, payload: Partial<CommandPayload<CommandType>>): Promise<boolean>;
  /** The user's draft in the ticket, from any device; `draft.save` stores it. Null: none. */
  draft$(ticketId: string): Observable<DraftView | null>;
  /**
   * By ticket or chat, what was begun and not sent: the text of this device or else of another device of the user, and
   * recordings, files and notes of this device.
   */
  drafts$(): Observable<ReadonlyMap<string, BegunDraft>>;
  /** Recordings, files and notes of this device that were not sent. */
  unsent: Unsent;
  /** The draft of this device only. */
  draft(ticketId: string): LocalDraft;
  /** The ticket that this one, created here, is now; null: it is still itself. */
  movedTo$(ticketId: string): Observable<MovedTicket | null>;
  /** Texts of tickets that became this one and whose writer does not know it yet. */
  arrivals$(ticketId: string): Observable<MovedTicket[]>;
  /** Marks the arrivals of a ticket as seen. Call it when the user has their texts. */
  seeArrivals(ticketId: string): Promise<void>;
  /** Returns the contact's ticket that is not closed, on the connection if it is named; null: none on this device. */
  openTicketWith(contact: { id: string; number: string }, connectionId: string | null): Promise<TicketView | null>;
  /** Returns a `blob:` address; rejects when the file is not on this device and there is no network. */
  fileUrl(fileId: string): Promise<string>;
  /** The last answers of the server's lists, shown while it cannot be reached. */
  answers: ReturnType<typeof createAnswers>;
  /** The last values of the first screen's sources that are followed now, to draw with them at the next start. */
  lastValues(): LastValue[];
  resync(): void;
  /** Commands without an answer. */
  pendingCount(): Promise<number>;
  /** Returns the space that the app uses on this device. */
  space(): Promise<DeviceSpace>;
  /** Deletes the downloaded files of this device. They are fetched again when they are shown. */
  deleteDownloads(): Promise<void>;
  /** Whether work is only in the memory of this page, because the device does not store it. */
  hasUnstored(): boolean;
  close(): Promise<void>;
  /** Closes the user's desks of all tabs, before `leaveDevice`. */
  closeEverywhere(): Promise<void>;
}
