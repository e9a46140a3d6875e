import type { RxStorage } from "rxdb";
import type { Observable } from "rxjs";
import type { CommandPayload, CommandType } from "../contracts/commands.ts";
import type { ContactDocument } from "../contracts/contacts.ts";
import type { MessageRow } from "../contracts/messages.ts";
import type { RefDocument, RefKind } from "../contracts/refs.ts";
import type { ScheduleDocument } from "../contracts/schedules.ts";
import type { SessionUser } from "../contracts/session.ts";
import type { StreamEvent } from "../contracts/sync.ts";
import type { TicketDocument, TicketStatus } from "../contracts/tickets.ts";
import type { Clock } from "./clock.ts";
import type { LeftEntry } from "./local/left.ts";
import type { OutboxEntry } from "./outbox/entry.ts";
import type { DraftView } from "./pending/drafts.ts";
import type { QuickMessageView } from "./pending/quick-messages.ts";
import type { ScheduleView } from "./pending/schedules.ts";
import type { MessageHit, SearchQuestion } from "./search/search-index.ts";
import type { SyncStatus } from "./status.ts";

export type { Observable } from "rxjs";
export type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>;
export type OpenStream = (onEvent: (event: StreamEvent) => void, onState: (up: boolean) => void) => () => void;
export type DeskStorage = RxStorage<object, object>;

export type DeskOptions = {
  user: SessionUser;
  /** Throws with `status` and `code` on a refusal, without `status` when there was no response. */
  apiFetch: ApiFetch;
  openStream?: OpenStream;
  /** Default: Dexie in a Web Worker. */
  storage?: DeskStorage;
  clock?: Clock;
  /** A response without data for so long is aborted; the default is in `fetch-idle-timeout.ts`. */
  idleMs?: number;
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
  inRobot?: boolean;
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
/** `endsHere`: older messages are not on this device, and there is no network to fetch them. */
export type ThreadView = { messages: MessageView[]; hasOlder: boolean; endsHere: boolean };
/** Rows of each list. Tickets whose contact is still in the bot's menu count in `inRobot` only. */
export type TicketCounts = {
  open: number;
  pending: number;
  inRobot: number;
  groupsOpen: number;
  groupsPending: number;
  groupsUnread: number;
};
export const noTicketCounts: TicketCounts = {
  open: 0,
  pending: 0,
  inRobot: 0,
  groupsOpen: 0,
  groupsPending: 0,
  groupsUnread: 0,
};
/** `tookMs`: how long the device's own answer took. */
export type SearchView = {
  tickets: TicketView[];
  contacts: ContactDocument[];
  messages: (MessageHit & { ticket: TicketView })[];
  tookMs: number;
};
export type SendOptions = { id?: string; file?: { blob: Blob; name: string } };

export interface Desk {
  status: { get(): SyncStatus; subscribe(listener: () => void): () => void };
  tickets$(filter: TicketFilter): Observable<TicketView[]>;
  /** Without `showAll`: the default of the user's profile. */
  counts$(filter?: Pick<TicketFilter, "queueIds"> & { showAll?: boolean }): Observable<TicketCounts>;
  ticket$(id: string): Observable<TicketView | null>;
  thread$(ticketId: string): Observable<ThreadView>;
  loadOlder(ticketId: string): Promise<{ hasOlder: boolean; reason?: "offline" }>;
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
  refs$<K extends RefKind>(kind: K): Observable<Extract<RefDocument, { kind: K }>[]>;
  /** Writes a command to the outbox, where it stays until the server has answered; returns its id. */
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
  /** By ticket, the draft of this device or else of another device of the user. */
  drafts$(): Observable<ReadonlyMap<string, string>>;
  /** The draft of this device only. */
  draft(ticketId: string): { get(): Promise<string>; set(text: string): Promise<void> };
  /** Returns a `blob:` address; rejects when the file is not on this device and there is no network. */
  fileUrl(fileId: string): Promise<string>;
  resync(): void;
  /** Commands without an answer. */
  pendingCount(): Promise<number>;
  close(): Promise<void>;
  /** Deletes the pulled data; unsent commands stay under the user's key. */
  purge(): Promise<void>;
}
